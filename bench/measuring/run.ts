import { type Child, startChild } from './child.ts'
import type { Setup } from './figures.ts'
import { DayReport, Order, type System, systems } from './messages.ts'

export type RunOptions = Setup & {
  /** Days before those that are measured, in which the processes warm up. */
  warmUpDays: number
  /** Days that are measured. */
  days: number
  /** A folder for CPU profiles of every span of every day, or null. */
  profiles: string | null
}

/** What each system measured, day by day, without those that warm up. */
export type Results = Record<System, DayReport[]>

const startSystem = async (
  system: System,
  upstream: Child,
  { employees, inFlight, profiles }: RunOptions,
): Promise<{ poller: Child; aws: Child }> => {
  const aws = await startChild('embedded-aws.ts')
  const addresses = { url: upstream.said, endpoints: aws.said }
  const order = Order.parse({ system, ...addresses, employees, inFlight, profiles })
  return { poller: await startChild('poller.ts', JSON.stringify(order)), aws }
}

/**
 * Lets every system poll through the same days, in turn, so that whatever else the machine does
 * falls on all of them. Each has a process of its own, and an AWS of its own in another.
 * @param onProgress told what has been polled through
 */
export const run = async (
  options: RunOptions,
  onProgress: (what: string) => void,
): Promise<Results> => {
  const { employees, latency, warmUpDays, days } = options
  const upstream = await startChild('upstream.ts', String(employees), String(latency))
  const children: Child[] = [upstream]
  const results: Results = { bare: [], plain: [], ours: [] }
  try {
    const pollers = new Map<System, Child>()
    for (const system of systems) {
      const { poller, aws } = await startSystem(system, upstream, options)
      children.push(poller, aws)
      pollers.set(system, poller)
    }
    for (let day = 0; day < warmUpDays + days; day += 1)
      for (const [system, poller] of pollers) {
        const report = DayReport.parse(await poller.ask(day))
        if (day >= warmUpDays) results[system].push(report)
        onProgress(`${employees} employees, day ${day + 1} of ${warmUpDays + days}: ${system}`)
      }
    return results
  } finally {
    for (const child of children) child.end()
  }
}
