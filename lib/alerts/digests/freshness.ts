import { type EpochMs, minute, second } from '../../attendance/moments.ts'
import { lastReads, type SavedState } from '../../store/saved-state.ts'
import type { Freshness } from '../wording/wording.ts'

/** How often things are asked for, in seconds. */
export type PollPace = { clockingsEverySeconds: number; absencesEverySeconds: number }

/** Missing two looks may be chance; missing three is stale, but never within five minutes. */
const staleAfter = (everySeconds: number): number => Math.max(3 * everySeconds * second, 5 * minute)

/**
 * How fresh the saved state is: as old as the shard that was polled longest ago.
 * @param needsAbsences whether absences are listed, which are read less often
 */
export const freshnessOf = (
  { shards }: Pick<SavedState, 'shards'>,
  pace: PollPace,
  now: EpochMs,
  needsAbsences: boolean,
): Freshness => {
  const { clockings: asOf, absences: absencesAt } = lastReads(shards)
  if (asOf === null || (needsAbsences && absencesAt === null)) return { asOf: null, isStale: true }
  if (now - asOf > staleAfter(pace.clockingsEverySeconds)) return { asOf, isStale: true }
  if (needsAbsences && absencesAt !== null)
    if (now - absencesAt > staleAfter(pace.absencesEverySeconds))
      return { asOf: absencesAt, isStale: true }
  return { asOf, isStale: false }
}
