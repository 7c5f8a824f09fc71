import { mostOfSettings } from '../setting-limits.ts'
import {
  type Capacity,
  callsPerSecond,
  type Demand,
  type Intervals,
  lanesFor,
  loadOf,
} from './capacity.ts'

/** A setting, and the least value of it with which a roster would be served. */
export type BudgetRemedy = { setting: string; value: number }

/** A setting that may serve a roster, the values to try in order, and how much of the time each would take. */
type Way = { setting: string; values: number[]; loadWith: (value: number) => number }

const minute = 60

const above = (value: number, most: number, step = 1): number[] => {
  const first = (Math.floor(value / step) + 1) * step
  const count = Math.max(0, Math.floor((most - first) / step) + 1)
  return Array.from({ length: count }, (_, n) => first + n * step)
}

/** Above a minute it has to be whole minutes. */
const rarerThan = (seconds: number): number[] => [
  ...above(seconds, minute),
  ...above(Math.max(seconds, minute), mostOfSettings.clockingsEverySeconds, minute),
]

/** Whether pollers, with as many calls in flight as they may have, are too slow to use the requests there are. */
const isHeldUpByPollers = (
  load: number,
  { shards }: Demand,
  capacity: Capacity,
  interval: number,
): boolean => {
  const lanes = lanesFor(capacity, shards, interval)
  return lanes * callsPerSecond(capacity, lanes) * load <= capacity.requestsPerSecond
}

/**
 * Which setting alone would serve a roster that is not served, and its least value; null where none does.
 * @param allowed requests a second of the settings, of which the API may take less: more of them would be of no use then
 */
export const remedyFor = (
  demand: Demand,
  capacity: Capacity,
  allowed: number,
  intervals: Intervals,
): BudgetRemedy | null => {
  const { clockingsEverySeconds } = intervals
  const withCapacity = (
    name: 'requestsPerSecond' | 'concurrentCalls' | 'concurrentPolls',
    setting: string,
  ): Way => ({
    setting,
    values: above(capacity[name], mostOfSettings[name]),
    loadWith: (value) => loadOf(demand, { ...capacity, [name]: value }, intervals),
  })
  const rarer: Way = {
    setting: 'polling.clockingsEverySeconds',
    values: rarerThan(clockingsEverySeconds),
    loadWith: (value) => loadOf(demand, capacity, { ...intervals, clockingsEverySeconds: value }),
  }
  const load = loadOf(demand, capacity, intervals)
  const ways: Way[] = [
    ...(isHeldUpByPollers(load, demand, capacity, clockingsEverySeconds * 1_000)
      ? [
          withCapacity('concurrentCalls', 'polling.concurrentCalls'),
          withCapacity('concurrentPolls', 'polling.concurrentPolls'),
        ]
      : []),
    ...(capacity.requestsPerSecond < allowed
      ? []
      : [withCapacity('requestsPerSecond', 'workforce.requestsPerSecond')]),
    rarer,
  ]
  for (const { setting, values, loadWith } of ways) {
    const value = values.find((each) => loadWith(each) <= 1)
    if (value !== undefined) return { setting, value }
  }
  return null
}
