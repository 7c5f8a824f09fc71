import { type EpochMs, minute, second } from '../../attendance/moments.ts'
import { pollEverySeconds, type QuietHours } from '../../attendance/quiet-hours.ts'
import { lastReads, type SavedState } from '../../store/saved-state.ts'
import type { Freshness } from '../wording/wording.ts'

/** How often things are asked for, in seconds; in quiet hours all of them more rarely. */
export type PollPace = {
  clockingsEverySeconds: number
  quietHours?: QuietHours | undefined
  absencesEverySeconds: number
}

/** Missing two looks may be chance; missing three is stale, but never within five minutes. */
const missedLooks = 3
const shortestBetween = (5 * minute) / missedLooks

/** Quiet hours begin and end with a minute. */
const nextWholeMinute = (moment: EpochMs): EpochMs => Math.floor(moment / minute + 1) * minute

/**
 * When the look after one is due: as soon as that is as long ago as looks lie apart at that moment.
 * @param everyAt how far looks lie apart at a moment, in milliseconds
 * @param shortest how far they lie apart at least
 */
const nextLook = (
  last: EpochMs,
  shortest: number,
  everyAt: (moment: EpochMs) => number,
): EpochMs => {
  let next = last + shortest
  for (let every = everyAt(next); next - last < every; every = everyAt(next))
    next = Math.min(nextWholeMinute(next), last + every)
  return next
}

/**
 * Whether so many looks were missed since the last one, at night those of the night and by day those of the day.
 * @param everySeconds how far looks lie apart outside of quiet hours
 */
const isStaleAt = (
  now: EpochMs,
  last: EpochMs,
  everySeconds: number,
  { quietHours }: PollPace,
): boolean => {
  const apart = (seconds: number) => Math.max(seconds * second, shortestBetween)
  const everyAt = (moment: EpochMs) => apart(pollEverySeconds(everySeconds, quietHours, moment))
  let look = last
  for (let missed = 0; missed < missedLooks; missed++)
    look = nextLook(look, apart(everySeconds), everyAt)
  return now > look
}

/**
 * How fresh the saved state is: as of when everybody was asked, and as stale as the shard that was polled longest ago.
 * @param needsAbsences whether absences are listed, which are read less often
 */
export const freshnessOf = (
  { shards }: Pick<SavedState, 'shards'>,
  pace: PollPace,
  now: EpochMs,
  needsAbsences: boolean,
): Freshness => {
  const { polls, clockings: asOf, absences: absencesAt } = lastReads(shards)
  if (asOf === null || polls === null || (needsAbsences && absencesAt === null))
    return { asOf: null, isStale: true }
  const heard = { asOf, ...(polls > asOf && { heardAt: polls }) }
  const { clockingsEverySeconds, absencesEverySeconds } = pace
  if (isStaleAt(now, polls, clockingsEverySeconds, pace)) return { ...heard, isStale: true }
  if (needsAbsences && absencesAt !== null) {
    // They are read with the clockings.
    const everySeconds = Math.max(absencesEverySeconds, clockingsEverySeconds)
    if (isStaleAt(now, absencesAt, everySeconds, pace)) return { asOf: absencesAt, isStale: true }
  }
  return { ...heard, isStale: false }
}
