import { day, type EpochMs, hour, minute, utcDate } from '../../attendance/moments.ts'
import type { Range } from '../../attendance/snapshot.ts'
import { limits } from '../../workforce/contract/limits.ts'

/** What one poll asks of one employee. */
export type PollWindow = Range & {
  /** The earliest moment that the API may be asked about. */
  reach: EpochMs
}

/** Clocks of machines differ by less than this. */
const overlap = 5 * minute
/** How far inside the API's 90 days a window stays, for clocks that differ. */
const reachMargin = 5 * minute

/** The earliest moment that may be asked about (spec section 4.3, rule 4). */
export const reachAt = (now: EpochMs): EpochMs => now - limits.earliestFromDays * day + reachMargin

/** How far a window reaches back from the answer before: what is synced or corrected late. */
const backFrom = (since: EpochMs, lookbackHours: number): EpochMs =>
  since - lookbackHours * hour - overlap

/** Whether a window should start earlier than the API can be asked about: something may be lost. */
export const isClamped = (now: EpochMs, since: EpochMs, lookbackHours: number): boolean =>
  backFrom(since, lookbackHours) < reachAt(now)

/**
 * The window of a poll: from a lookback before the employee's last complete answer, up to now
 * (docs/decisions/time-of-a-poll.md).
 * @param now when the employee is asked
 * @param since when they were asked for their last complete answer
 */
export const pollWindow = (now: EpochMs, since: EpochMs, lookbackHours: number): PollWindow => {
  const reach = reachAt(now)
  return { from: Math.max(backFrom(Math.min(since, now), lookbackHours), reach), to: now, reach }
}

/**
 * By so much ranges overlap that are asked for side by side. A clocking that was given an end before its start, by a slip of the date
 * say, is active at no moment: the API shows it where the range holds both.
 */
const slip = 7 * day
const longest = limits.clockingsRangeDays * day

/** A range in pieces that the API accepts, oldest first (spec section 4.3, rule 5), and that overlap. */
export const pieces = ({ from, to }: Range): Range[] => {
  const all: Range[] = []
  for (let start = from; all.length === 0 || start + slip < to; start += longest - slip)
    all.push({ from: start, to: Math.min(start + longest, to) })
  return all
}

/**
 * A range with what lies up to a slip beside it, as far as the API may be asked about it, at once: what is as long as that
 * was asked for with all that may lie across its ends.
 */
export const withSlips = ({ from, to }: Range, reach: EpochMs): Range => {
  const beside = Math.min(slip, Math.max(0, longest - (to - from)) / 2)
  return { from: Math.max(from - beside, reach), to: to + beside }
}

/**
 * Where to look for clockings that a window should have shown: everywhere else that the API
 * shows any, before the window and a month ahead. A correction may move one by any distance.
 */
export const beside = ({ from, to, reach }: PollWindow): Range[] => [
  ...(reach < from ? pieces({ from: reach, to: Math.min(from + slip, to) }) : []),
  ...pieces({ from: Math.max(to - slip, reach), to: to + longest }),
]

/** What clockings of a window are forgotten after it: the next one begins there. */
export const clockingsForgottenAt = (asked: EpochMs, lookbackHours: number): EpochMs =>
  backFrom(asked, lookbackHours)

/** So long after a date ends by UTC it lasts in the far west: what ended then is of the date before. */
const westernmost = 12 * hour

/** From when on absences are asked for. */
const absencesFrom = (now: EpochMs, since: EpochMs, lookbackHours: number): EpochMs =>
  Math.min(now - 2 * day, backFrom(Math.min(since, now), lookbackHours) - westernmost)

/**
 * The dates that absences are asked for, inclusive: two days to either side, so that every
 * employee's local today lies strictly inside, and back to a lookback before the last answer, by all clocks.
 * @param since when the employee was asked for their last complete answer
 */
export const absenceDates = (
  now: EpochMs,
  since: EpochMs,
  lookbackHours: number,
): { from: string; to: string } => {
  const wanted = absencesFrom(now, since, lookbackHours)
  return { from: utcDate(Math.max(wanted, reachAt(now) + day)), to: utcDate(now + 2 * day) }
}

/** What absences are forgotten after an answer: a day early, so that the date is past everywhere. */
export const absencesForgottenAt = (asked: EpochMs, lookbackHours: number): EpochMs =>
  Date.parse(utcDate(absencesFrom(asked, asked, lookbackHours))) - day

/** So far ahead absences are put off: the API bounds what it is asked about the past alone (spec section 4.4). */
const furthestAhead = 5 * 366 * day

/** All dates at which an absence may be that a correction moved away from where it was. */
export const widestAbsenceDates = (now: EpochMs): { from: string; to: string } => ({
  from: utcDate(reachAt(now) + day),
  to: utcDate(now + furthestAhead),
})
