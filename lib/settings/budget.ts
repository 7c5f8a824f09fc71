import { limits } from '../workforce/contract/limits.ts'
import type { Settings } from './settings.ts'

/** Requests per second that settings ask for, and those that they have. */
export type RequestBudget = {
  clockings: number
  absences: number
  roster: number
  /** What pollers may send together, with as many of them as there are shards to poll. */
  forPolls: number
  /** What the roster refresh may send. */
  forRoster: number
}

/**
 * How the environment's budget is divided: every poller that can run at once, and the roster
 * refresh, has an equal share, so that all together never exceed it.
 */
export const requestsPerSecondEach = ({ workforce, polling }: Settings): number =>
  workforce.requestsPerSecond / (polling.concurrentPolls + 1)

/**
 * The Workforce API calls that a roster of some size needs: for each employee one listing a
 * poll, and one of absences now and then, both of one page; the roster in full pages, twice
 * where somebody is missing from it.
 */
export const requestBudget = (settings: Settings, employees: number): RequestBudget => {
  const { polling } = settings
  const shards = Math.ceil(employees / polling.shardSize)
  const share = requestsPerSecondEach(settings)
  return {
    clockings: employees / polling.clockingsEverySeconds,
    absences: employees / polling.absencesEverySeconds,
    roster: (2 * Math.ceil(employees / limits.pageSize.default)) / polling.rosterEverySeconds,
    forPolls: share * Math.min(shards, polling.concurrentPolls),
    forRoster: share,
  }
}

const rounded = (requests: number): string => requests.toFixed(requests < 10 ? 2 : 1)

/** Why a roster of some size cannot be served as the settings say, or null. */
export const budgetProblem = (settings: Settings, employees: number): string | null => {
  const { clockings, absences, roster, forPolls, forRoster } = requestBudget(settings, employees)
  const { requestsPerSecond } = settings.workforce
  if (clockings + absences > forPolls)
    return (
      `${employees} employees need ${rounded(clockings + absences)} requests per second for ` +
      `polls, but workforce.requestsPerSecond of ${requestsPerSecond} leaves ` +
      `${rounded(forPolls)} for them: everyone would be polled less often than ` +
      'polling.clockingsEverySeconds and polling.absencesEverySeconds say'
    )
  if (roster > forRoster)
    return (
      `The roster of ${employees} needs ${rounded(roster)} requests per second, but ` +
      `workforce.requestsPerSecond of ${requestsPerSecond} leaves ${rounded(forRoster)} for it`
    )
  return null
}
