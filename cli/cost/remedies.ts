import { leastConcurrentPolls, mostOfSettings } from '../../lib/polling/setting-limits.ts'
import { functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { budgetProblem } from '../../lib/settings/budget.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { monthlyTotal } from './monthly-bill.ts'
import { pollSeconds } from './usage/polling.ts'

/** Settings that serve a roster, what is other in them by its path, and US dollars a month. */
export type Remedy = { changes: Record<string, number>; settings: Settings; monthly: number }

/** The settings that decide whether a roster is served, as far as they are free to choose. */
type Choice = {
  concurrentPolls: number
  requestsPerSecond: number
  clockingsEverySeconds: number
  absencesEverySeconds?: number
}

const choose = ({ workforce, polling, ...settings }: Settings, choice: Choice): Settings => {
  const { requestsPerSecond, concurrentPolls, clockingsEverySeconds } = choice
  // Nobody's absences are asked for more often than their clockings.
  const absencesEverySeconds = Math.max(
    choice.absencesEverySeconds ?? polling.absencesEverySeconds,
    clockingsEverySeconds,
  )
  return {
    ...settings,
    workforce: { ...workforce, requestsPerSecond },
    polling: { ...polling, concurrentPolls, clockingsEverySeconds, absencesEverySeconds },
  }
}

/** Whether everyone is polled as often as the settings say: by the budget, and in the time. */
const isServed = (settings: Settings, employees: number): boolean =>
  budgetProblem(settings, employees) === null &&
  pollSeconds(settings, employees) < functionTimeoutSeconds.pollShard

const changesOf = (before: Settings, after: Settings): Record<string, number> => {
  const values = ({ workforce, polling }: Settings) => ({
    'workforce.requestsPerSecond': workforce.requestsPerSecond,
    'polling.clockingsEverySeconds': polling.clockingsEverySeconds,
    'polling.absencesEverySeconds': polling.absencesEverySeconds,
    'polling.concurrentPolls': polling.concurrentPolls,
  })
  const old: Record<string, number> = values(before)
  return Object.fromEntries(
    Object.entries(values(after)).filter(([path, value]) => old[path] !== value),
  )
}

/** The cheapest number of polls at the same time with which a choice serves, if one does. */
const cheapest = (
  settings: Settings,
  employees: number,
  choice: Omit<Choice, 'concurrentPolls'>,
): Remedy | null => {
  const shards = Math.ceil(employees / settings.polling.shardSize)
  const useful = Math.min(Math.max(shards, leastConcurrentPolls), mostOfSettings.concurrentPolls)
  const served = Array.from({ length: useful - 1 }, (_, index) =>
    choose(settings, { ...choice, concurrentPolls: index + leastConcurrentPolls }),
  ).filter((each) => isServed(each, employees))
  const [best] = served
    .map((each) => ({ settings: each, monthly: monthlyTotal(each, employees) }))
    .sort((one, other) => one.monthly - other.monthly)
  return best === undefined ? null : { ...best, changes: changesOf(settings, best.settings) }
}

/** The first of some choices that serves. */
const first = (
  settings: Settings,
  employees: number,
  choices: Omit<Choice, 'concurrentPolls'>[],
): Remedy | null => {
  for (const choice of choices) {
    const remedy = cheapest(settings, employees, choice)
    if (remedy !== null) return remedy
  }
  return null
}

const upTo = (last: number, from: number, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((last - from) / step) + 1) },
    (_, n) => from + n * step,
  )

/** With the fewest requests a second that serve, and with those that make the lowest bill. */
const withMoreRequests = (settings: Settings, employees: number): (Remedy | null)[] => {
  const { requestsPerSecond } = settings.workforce
  const { clockingsEverySeconds } = settings.polling
  const asking = (each: number) => ({ requestsPerSecond: each, clockingsEverySeconds })
  const more = upTo(mostOfSettings.requestsPerSecond, Math.ceil(requestsPerSecond), 1)
  const fewest = first(settings, employees, more.map(asking))
  if (fewest === null) return []
  const least = fewest.settings.workforce.requestsPerSecond
  // Beyond, calls wait for the API and no longer for the budget.
  const [lowest] = upTo(Math.min(3 * least, mostOfSettings.requestsPerSecond), least, 1)
    .flatMap((each) => cheapest(settings, employees, asking(each)) ?? [])
    .sort((one, other) => one.monthly - other.monthly)
  return lowest === undefined || lowest.monthly === fewest.monthly ? [fewest] : [fewest, lowest]
}

/** With no more requests, and absences asked for the least less often. */
const absencesLessOften = (settings: Settings, employees: number): Remedy | null => {
  const { workforce, polling } = settings
  const quarter = 900
  const next = (Math.floor(polling.absencesEverySeconds / quarter) + 1) * quarter
  const rarer = upTo(mostOfSettings.absencesEverySeconds, next, quarter)
  return first(
    settings,
    employees,
    rarer.map((each) => ({
      requestsPerSecond: workforce.requestsPerSecond,
      clockingsEverySeconds: polling.clockingsEverySeconds,
      absencesEverySeconds: each,
    })),
  )
}

/** With no more requests, polled the least less often. */
const lessOften = (settings: Settings, employees: number): Remedy | null => {
  const { requestsPerSecond } = settings.workforce
  const minute = 60
  const next = Math.ceil(settings.polling.clockingsEverySeconds / minute) * minute
  const rarer = upTo(mostOfSettings.clockingsEverySeconds, next, minute)
  return first(
    settings,
    employees,
    rarer.map((each) => ({ requestsPerSecond, clockingsEverySeconds: each })),
  )
}

/** With as many requests as can be set, polled the least less often: where neither alone is enough. */
const withMostLessOften = (settings: Settings, employees: number): Remedy | null => {
  const workforce = { ...settings.workforce, requestsPerSecond: mostOfSettings.requestsPerSecond }
  return lessOften({ ...settings, workforce }, employees)
}

/**
 * How a roster that its settings do not serve can be: with nothing but another number of polls at
 * the same time, where that is enough; else with more requests a second, or absences or everything asked for less often, or both.
 * Each is the cheapest of its kind.
 */
export const remedies = (settings: Settings, employees: number): Remedy[] => {
  const { requestsPerSecond } = settings.workforce
  const { clockingsEverySeconds } = settings.polling
  const asNow = cheapest(settings, employees, { requestsPerSecond, clockingsEverySeconds })
  const found =
    asNow === null
      ? [
          ...withMoreRequests(settings, employees),
          absencesLessOften(settings, employees),
          lessOften(settings, employees),
        ]
      : [asNow]
  const serving = found.filter((remedy) => remedy !== null)
  if (serving.length > 0) return serving
  const both = withMostLessOften(settings, employees)
  return both === null ? [] : [{ ...both, changes: changesOf(settings, both.settings) }]
}
