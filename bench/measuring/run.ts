import { type Child, startChild } from './child.ts'
import type { Setup } from './figures.ts'
import { DayReport, Order, type Question, type System, systems } from './messages.ts'

export type MeasureOptions = Setup & {
  /** Days before those that are measured, in which the processes warm up. */
  warmUpDays: number
  /** Days that are measured. */
  days: number
  /** A folder for CPU profiles of every span of every day, or null. */
  profiles: string | null
}

/** So many days nobody polls after those that are measured: a weekend. */
const daysOfOutage = 2

/** From so many people on, a process is warm after fewer polls than those of a day. */
export const soonWarm = 10_000

/** From so many people on, each measurement is one poll: whole days would take half a night. */
export const manyFrom = 50_000

/** What a system measured. */
export type SystemResults = {
  /** Day by day, without those that warm up. */
  days: DayReport[]
  /** The first poll after the outage. */
  afterOutage: DayReport
}
export type Results = Record<System, SystemResults>

type Start = (script: string, ...args: string[]) => Promise<Child>

/** Starts the process of a system, and an AWS of its own. */
const startSystem = async (
  system: System,
  { said: url }: Child,
  { employees, inFlight, profiles }: MeasureOptions,
  start: Start,
): Promise<Child> => {
  const { said: endpoints } = await start('embedded-aws.ts')
  const order = Order.parse({ system, url, endpoints, employees, inFlight, profiles })
  return start('poller.ts', JSON.stringify(order))
}

/**
 * Lets every system poll through the same days, in turn, so that whatever else the machine does
 * falls on all of them, and once more after some days on which nobody polled. Each has a process of its own, and an AWS of its own in another.
 * @param onProgress told what has been polled through
 */
export const run = async (
  options: MeasureOptions,
  onProgress: (what: string) => void,
): Promise<Results> => {
  const { employees, latency, warmUpDays, days } = options
  const children: Child[] = []
  const start: Start = async (...what) => {
    const child = await startChild(...what)
    children.push(child)
    return child
  }
  try {
    const upstream = await start('upstream.ts', String(employees), String(latency))
    const pollers = new Map<System, Child>()
    for (const system of systems)
      pollers.set(system, await startSystem(system, upstream, options, start))
    const all = warmUpDays + days
    const reports: Record<System, DayReport[]> = { bare: [], plain: [], ours: [] }
    const ask = async (day: number, polls: Question['polls']): Promise<void> => {
      for (const [system, poller] of pollers) {
        reports[system].push(DayReport.parse(await poller.ask({ day, polls })))
        const what = polls === 'first' ? 'after the outage' : `day ${day + 1} of ${all}`
        onProgress(`${employees} employees, ${what}: ${system}`)
      }
    }
    const warmingUp = employees < soonWarm ? 'whole' : 'ends'
    const measuring = employees < manyFrom ? 'whole' : 'few'
    for (let day = 0; day < all; day += 1) await ask(day, day < warmUpDays ? warmingUp : measuring)
    await ask(all + daysOfOutage, 'first')
    const resultsOf = (system: System): SystemResults => {
      const [afterOutage, ...before] = reports[system].toReversed()
      if (afterOutage === undefined) throw new Error(`${system} reported nothing`)
      return { days: before.toReversed().slice(warmUpDays), afterOutage }
    }
    return { bare: resultsOf('bare'), plain: resultsOf('plain'), ours: resultsOf('ours') }
  } finally {
    for (const child of children) child.end()
  }
}
