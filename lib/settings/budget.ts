import {
  type Capacity,
  callsPerSecond,
  lanesFor,
  loadOf,
  usualLatency,
} from '../polling/dispatching/capacity.ts'
import { limits } from '../workforce/contract/limits.ts'
import type { Settings } from './settings.ts'

/** Requests per second that settings ask for, and those that they allow. */
export type RequestBudget = {
  clockings: number
  absences: number
  roster: number
  /** How many pollers run side by side, and what each sends. */
  lanes: number
  each: number
  /** How much of what can be sent is asked for; above 1 the roster is not served. */
  load: number
}

/**
 * Requests a second of a poll whose tick does not say how fast it may ask: as many as every poller that
 * can run at once, and the roster refresh, have where nobody plans.
 */
export const requestsPerSecondUnplanned = ({ workforce, polling }: Settings): number =>
  workforce.requestsPerSecond / (polling.concurrentPolls + 1)

/**
 * Messages a second of each that publishes: as many can do so at once as polls can run, and the roster
 * refresh (docs/decisions/publishing-rate.md).
 * @param together messages a second, more than polls can run
 */
export const messagesPerSecondEach = (together: number, { polling }: Settings): number =>
  Math.floor(together / (polling.concurrentPolls + 1))

const capacityOf = ({ workforce, polling }: Settings): Capacity => ({
  requestsPerSecond: workforce.requestsPerSecond,
  latency: usualLatency,
  concurrentPolls: polling.concurrentPolls,
  concurrentCalls: polling.concurrentCalls,
})

/**
 * The Workforce API calls that a roster of some size needs: for each employee one listing a
 * poll, and one of absences now and then, both of one page; the roster in full pages, twice
 * where somebody is missing from it.
 * @param share how much of the roster a poll asks for clockings, where some are asked more rarely
 */
export const requestBudget = (settings: Settings, employees: number, share = 1): RequestBudget => {
  const { polling, workforce } = settings
  const shards = Math.ceil(employees / polling.shardSize)
  const demand = { shards, clockings: employees * share, absences: employees }
  const roster = (2 * Math.ceil(employees / limits.pageSize.default)) / polling.rosterEverySeconds
  const capacity = capacityOf(settings)
  const lanes = lanesFor(capacity, shards, polling.clockingsEverySeconds * 1_000)
  return {
    clockings: (employees * share) / polling.clockingsEverySeconds,
    absences: employees / polling.absencesEverySeconds,
    roster,
    lanes,
    each: callsPerSecond(capacity, lanes),
    load: loadOf(demand, capacity, polling) + roster / workforce.requestsPerSecond,
  }
}

const rounded = (requests: number): string => requests.toFixed(requests < 10 ? 2 : 1)

/** Whether there are people whom the settings have asked more rarely than others. */
export const hasRests = ({ polling }: Settings): boolean =>
  [polling.idleEverySeconds, polling.awayEverySeconds, polling.farEverySeconds].some(
    (seconds) => (seconds ?? 0) > polling.clockingsEverySeconds,
  )

/** Why a roster of some size cannot be served as the settings say while everybody is asked, or null. */
export const budgetProblem = (settings: Settings, employees: number): string | null => {
  const { clockings, absences, roster, lanes, each, load } = requestBudget(settings, employees)
  if (load <= 1) return null
  const asked = clockings + absences + roster
  const { requestsPerSecond } = settings.workforce
  // Sums of fractions are not exact.
  const isHeldUp = lanes * each < requestsPerSecond * 0.999
  const limit = isHeldUp
    ? `polling.concurrentPolls of ${settings.polling.concurrentPolls} with polling.concurrentCalls of ` +
      `${settings.polling.concurrentCalls}, at ${usualLatency} ms a call, make`
    : `workforce.requestsPerSecond of ${requestsPerSecond} leaves`
  const people = `${employees} employees${hasRests(settings) ? ', while none is asked more rarely,' : ''}`
  return (
    `${people} need ${rounded(asked)} requests per second, but ${limit} ` +
    `${rounded(asked / load)} for them: everyone would be polled less often than ` +
    'polling.clockingsEverySeconds and polling.absencesEverySeconds say'
  )
}
