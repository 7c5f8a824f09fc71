import { day, type EpochMs, hour, minute, utcDate } from '../attendance/moments.ts'
import { limits } from '../workforce/contract/limits.ts'

/** A range of moments, both inclusive. */
export type Range = { from: EpochMs; to: EpochMs }

/** What one poll asks of one employee. */
export type PollWindow = Range & {
  /** The earliest moment that the API may be asked about. */
  reach: EpochMs
  /** Whether the window should start earlier than the API's reach. */
  isClamped: boolean
}

/** Two polls overlap by this much, for clocks that differ. */
const overlap = 5 * minute
/** How far inside the API's 90 days a window stays, for clocks that differ. */
const reachMargin = 5 * minute
/** A correction may move a clocking by this much and is still found. */
const moveMargin = day

/** The earliest moment that may be asked about (spec section 4.3, rule 4). */
const reachAt = (now: EpochMs): EpochMs => now - limits.earliestFromDays * day + reachMargin

/**
 * The window of a poll: from the earlier of the lookback and the last poll, up to now
 * (docs/decisions/time-of-a-poll.md).
 * @param since when the employee was last polled
 */
export const pollWindow = (now: EpochMs, since: EpochMs, lookbackHours: number): PollWindow => {
  const wanted = Math.min(now - lookbackHours * hour, since - overlap)
  const reach = reachAt(now)
  return { from: Math.max(wanted, reach), to: now, reach, isClamped: wanted < reach }
}

/** A range in pieces that the API accepts, oldest first (spec section 4.3, rule 5). */
export const pieces = ({ from, to }: Range): Range[] => {
  const longest = limits.clockingsRangeDays * day
  const all: Range[] = []
  for (let start = from; start < to || all.length === 0; start += longest)
    all.push({ from: start, to: Math.min(start + longest, to) })
  return all
}

/**
 * Where to look again for clockings that a window should have shown: from a day before the
 * earliest of them up to the window. Null where the window already covers that.
 */
export const secondLook = (starts: EpochMs[], window: PollWindow): Range | null => {
  const from = Math.max(Math.min(...starts) - moveMargin, window.reach)
  return from < window.from ? { from, to: window.from } : null
}

/**
 * The dates that absences are asked for, inclusive: two days to either side, so that every
 * employee's local today lies strictly inside, and back to the day before the last reading.
 * @param since when absences were last read
 */
export const absenceDates = (now: EpochMs, since: EpochMs): { from: string; to: string } => {
  const wanted = Math.min(now - 2 * day, since - day)
  return { from: utcDate(Math.max(wanted, reachAt(now) + day)), to: utcDate(now + 2 * day) }
}

/** All dates at which an absence may be that a correction moved away from where it was. */
export const widestAbsenceDates = (now: EpochMs): { from: string; to: string } => ({
  from: utcDate(reachAt(now) + day),
  to: utcDate(now + limits.earliestFromDays * day),
})
