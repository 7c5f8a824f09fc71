import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'
import { isTimeZone } from '../workforce/reading.ts'
import { absenceSpan } from './absences/absence-times.ts'
import { type EpochMs, epochMs, hour, second } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { EmployeeState } from './state/state.ts'
import { isOpen } from './state/who-is-in.ts'
import { isFarFromUsual } from './usual-hours.ts'

/**
 * How often those are asked for clockings of whom none is to be expected, in seconds; at every poll where
 * it is left out. What decides who they are goes with it: other rules are another record.
 */
export const Resting = z.object({
  /** Nothing of theirs is open, and nothing lies in the lookback. */
  idleEverySeconds: z.number().positive().optional(),
  /** They are absent for the whole of their day. */
  awayEverySeconds: z.number().positive().optional(),
  /** No hour is near in which they usually clock. */
  farEverySeconds: z.number().positive().optional(),
  /** How many weeks it takes to know these hours, and for how many they are remembered. */
  usualWeeks: z.number().positive().optional(),
  lookbackHours: z.number().positive(),
  /** As lenient as can be: a record that another release wrote must stay readable. */
  workday: z.object({ timeZone: z.string(), midday: z.string() }),
})
export type Resting = z.infer<typeof Resting>

/** How often those are asked who rest, by why they do. */
export type Rests = Omit<Resting, 'lookbackHours' | 'workday'>

/**
 * @param rests without `usualWeeks`, it is four of them
 * @returns undefined where everybody is asked at every poll
 */
export const restingOf = (
  { idleEverySeconds, awayEverySeconds, farEverySeconds, usualWeeks = 4 }: Rests,
  lookbackHours: number,
  { workday }: Pick<AttendanceRules, 'workday'>,
): Resting | undefined => {
  const every = {
    ...(idleEverySeconds !== undefined && { idleEverySeconds }),
    ...(awayEverySeconds !== undefined && { awayEverySeconds }),
    ...(farEverySeconds !== undefined && { farEverySeconds, usualWeeks }),
  }
  return Object.keys(every).length === 0 ? undefined : { ...every, lookbackHours, workday }
}

/** Whether something of somebody may change at any moment, or is not certain. */
const isAwake = ({ clockings, unread, unaskedSince }: EmployeeState): boolean =>
  unaskedSince.clockings !== null ||
  unread.clockings !== null ||
  Object.values(clockings).some(
    (each) => isOpen(each) || each.missingSince !== null || each.doubted.length > 0,
  )

const isIdle = ({ clockings }: EmployeeState, at: EpochMs, { lookbackHours }: Resting): boolean =>
  Object.values(clockings).every(
    ({ phase, known }) =>
      phase === 'removed' || (known.end !== null && epochMs(known.end) < at - lookbackHours * hour),
  )

const isAwayAllDay = (state: EmployeeState, at: EpochMs, { workday }: Resting): boolean => {
  const zone = state.timeZone ?? workday.timeZone
  if (!isTimeZone(zone)) return false
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay()
  const [begins, ends] = [today.epochMilliseconds, today.add({ days: 1 }).epochMilliseconds]
  return Object.values(state.absences).some(({ phase, known, missingSince, doubted }) => {
    if (phase !== 'started' || missingSince !== null || doubted.length > 0) return false
    const span = absenceSpan(known, zone, workday)
    return span !== null && span.start <= begins && (span.end === null || span.end >= ends)
  })
}

const isFar = (state: EmployeeState, at: EpochMs, { workday, usualWeeks }: Resting): boolean =>
  usualWeeks !== undefined && isFarFromUsual(state, at, workday, usualWeeks)

/** How many seconds pass between two times that somebody is asked; 0 where they are at every poll. */
const restAt = (state: EmployeeState, at: EpochMs, resting: Resting): number => {
  if (isAwake(state)) return 0
  const { idleEverySeconds = 0, awayEverySeconds = 0, farEverySeconds = 0 } = resting
  return Math.max(
    idleEverySeconds > 0 && isIdle(state, at, resting) ? idleEverySeconds : 0,
    awayEverySeconds > 0 && isAwayAllDay(state, at, resting) ? awayEverySeconds : 0,
    farEverySeconds > 0 && isFar(state, at, resting) ? farEverySeconds : 0,
  )
}

/** The last moment up to another at which somebody's turn comes: their own, so that few come together. */
const turnBefore = (employeeId: string, at: EpochMs, everySeconds: number): EpochMs => {
  const scattered =
    Number.parseInt(employeeId.slice(0, 8), 16) + Number.parseInt(employeeId.slice(-8), 16)
  const every = everySeconds * second
  const offset = (scattered * second) % every
  return Math.floor((at - offset) / every) * every + offset
}

/** The longest that anybody rests, in seconds. */
const longestRest = ({
  idleEverySeconds = 0,
  awayEverySeconds = 0,
  farEverySeconds = 0,
}: Resting): number => Math.max(idleEverySeconds, awayEverySeconds, farEverySeconds)

/**
 * Since when everybody has been asked, or earlier, whom polls have left out only because they rested. How long
 * somebody rested is not told by the state that they are in now, which absences and clocks change, too; but
 * nobody rests through a turn of the longest rest.
 * @param polledThrough when the last poll began
 * @param resting what it went by
 * @param employeeId of whom it is to be told; of anybody, where it is left out
 */
export const restedSince = (
  polledThrough: EpochMs,
  resting: Resting | undefined,
  employeeId?: string,
): EpochMs => {
  if (resting === undefined) return polledThrough
  const longest = longestRest(resting)
  return employeeId === undefined
    ? polledThrough - longest * second
    : turnBefore(employeeId, polledThrough, longest)
}

/**
 * Whether a poll leaves somebody out because they rest: their turn has not come since the poll before.
 * @param before when the poll before began, under the same rules
 */
export const isResting = (
  state: EmployeeState,
  before: EpochMs,
  now: EpochMs,
  resting: Resting,
): boolean => {
  const every = restAt(state, now, resting)
  const isTurn = (seconds: number): boolean => turnBefore(state.employeeId, now, seconds) > before
  // A clock that was set back says nothing of how long it has been.
  return every > 0 && before <= now && !isTurn(every) && !isTurn(longestRest(resting))
}
