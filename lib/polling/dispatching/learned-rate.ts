import { clocksDiffer, type EpochMs } from '../../attendance/moments.ts'
import type { Budget } from '../../store/budget-store.ts'

/** Throttled, a rate is lowered at once; without that it is raised bit by bit, of what is allowed. */
const lowered = 0.7
const raised = 0.02
/** It is never lowered below this share of what is allowed, so that polls go on. */
const floor = 0.05

/** Requests a second that the API takes, as far as is known. */
export const rateOf = ({ learned }: Pick<Budget, 'learned'>, allowed: number): number =>
  Math.min(allowed, learned ?? allowed)

/**
 * The rate after one more plan: nobody publishes the API's own limit, but it says where it is passed.
 * @param allowed requests a second of the settings: never more
 * @param throttledAt when each of those who ask was last asked to slow down, or null; what is still to come was noted by a
 *   clock that was wrong
 * @param now by the clock of the machines
 * @returns null where all that is allowed is taken
 */
export const learnedRate = (
  budget: Pick<Budget, 'learned' | 'plannedAt'>,
  allowed: number,
  throttledAt: readonly (EpochMs | null)[],
  now: EpochMs,
): number | null => {
  const rate = rateOf(budget, allowed)
  const { plannedAt } = budget
  const isNews = (at: EpochMs | null): boolean =>
    at !== null && plannedAt !== null && at > plannedAt && at <= now + clocksDiffer
  const isThrottled = throttledAt.some(isNews)
  if (isThrottled) return Math.max(allowed * floor, rate * lowered)
  const higher = rate + allowed * raised
  return higher >= allowed ? null : higher
}
