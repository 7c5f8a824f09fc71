import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '../workforce/reading.ts'
import { day, type EpochMs, epochMs, hour, utc, utcDate } from './moments.ts'
import type { AttendanceRules } from './rules.ts'
import type { EmployeeState, KnownClocking, UsualHours } from './state/state.ts'
import type { Step } from './steps.ts'

/**
 * In which hours of the week somebody clocks, learned from their own clockings of some weeks: all hours from a start to
 * its end, and so the breaks between, by the clock of the zone where they started. Hours of the clock are not moved
 * by a change of the clocks. Nothing is published of them, and nothing lost by them: they say only who is asked rarely.
 */

/** An hour of the week is near where a usual one is no more hours away, before or after. */
const margin = 2
const hoursInWeek = 7 * 24
/** Local hours are counted from this Monday. */
const firstMonday = epochMs('1970-01-05T00:00:00Z')

/** The first zone that is one. */
const usable = (...zones: (string | null)[]): string =>
  zones.find((zone) => zone !== null && isTimeZone(zone)) ?? 'UTC'

const localHour = (at: EpochMs, zone: string): number => {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return Math.floor((at - firstMonday + offsetNanoseconds / 1e6) / hour)
}

const hourOfWeek = (localHour: number): number =>
  ((localHour % hoursInWeek) + hoursInWeek) % hoursInWeek

/** The date on which the week of a local hour began, `YYYY-MM-DD`. */
const mondayOf = (localHour: number): string =>
  utcDate(firstMonday + (localHour - hourOfWeek(localHour)) * hour)

/** The Monday of the earliest week that is remembered in a local hour: so many weeks before its own. */
const earliest = (localHour: number, weeks: number): string =>
  mondayOf(localHour - Math.ceil(weeks) * hoursInWeek)

/**
 * The local hours of a clocking: where it lasts, that of its start, since who is in is asked in any case; of
 * one that was longer than a week, those of its last.
 */
const hoursOf = (
  { start, end, startTimeZone }: KnownClocking,
  now: EpochMs,
  otherwise: string,
): number[] => {
  const zone = usable(startTimeZone, otherwise)
  const last = localHour(Math.min(now, epochMs(end ?? start)), zone)
  const first = Math.max(localHour(epochMs(start), zone), last - hoursInWeek + 1)
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

/** Weeks with some hours beside those that they have; none before the earliest. */
const withHours = (
  before: UsualHours['weeks'],
  hours: readonly number[],
  from: string,
): UsualHours['weeks'] => {
  const weeks = new Map(
    Object.entries(before).map(([monday, text]) => [monday, Buffer.from(text, 'base64')]),
  )
  for (const each of hours) {
    const monday = mondayOf(each)
    const bits = weeks.get(monday) ?? Buffer.alloc(hoursInWeek / 8)
    const n = hourOfWeek(each)
    bits.writeUInt8(bits.readUInt8(n >> 3) | (1 << (n & 7)), n >> 3)
    weeks.set(monday, bits)
  }
  const remembered = [...weeks].filter(([monday]) => monday >= from)
  return Object.fromEntries(remembered.map(([monday, bits]) => [monday, bits.toString('base64')]))
}

/** What usual hours are learned by. */
export type Learning = {
  now: EpochMs
  rules: Pick<AttendanceRules, 'workday'>
  /** How many weeks of them are remembered; none where nobody rests by them. */
  usualWeeks?: number | undefined
}

/**
 * A state that is to be saved, with the hours that steps show: without any where nobody rests by them, and for
 * leavers of whom no more is asked.
 */
export const withUsualHours = (
  state: EmployeeState,
  steps: readonly Step[],
  { now, rules, usualWeeks }: Learning,
): EmployeeState => {
  if (usualWeeks === undefined || state.restSince !== null) return { ...state, usualHours: null }
  const { usualHours: before } = state
  const zone = usable(state.timeZone, rules.workday.timeZone)
  const hours = steps.flatMap((step) =>
    step.of === 'clocking' && step.tracked?.phase === 'present'
      ? hoursOf(step.tracked.known, now, zone)
      : [],
  )
  const weeks = withHours(before?.weeks ?? {}, hours, earliest(localHour(now, zone), usualWeeks))
  return { ...state, usualHours: { since: before?.since ?? utc(now), weeks } }
}

/**
 * Whether somebody's usual hours are known and none of them is near: by their clock, on that day of the week, in the weeks
 * that are remembered. They are known once so many weeks have passed, and where most of these have some.
 * @param weeks how many are remembered before that of the moment
 */
export const isFarFromUsual = (
  { usualHours, timeZone }: Pick<EmployeeState, 'usualHours' | 'timeZone'>,
  at: EpochMs,
  workday: { timeZone: string },
  weeks: number,
): boolean => {
  if (usualHours === null || at < epochMs(usualHours.since) + weeks * 7 * day) return false
  const now = localHour(at, usable(timeZone, workday.timeZone))
  const from = earliest(now, weeks)
  const remembered = Object.entries(usualHours.weeks).flatMap(([monday, text]) =>
    monday >= from ? [Buffer.from(text, 'base64')] : [],
  )
  if (remembered.length <= weeks / 2) return false
  for (let each = now - margin; each <= now + margin; each++) {
    const n = hourOfWeek(each)
    if (remembered.some((bits) => ((bits[n >> 3] ?? 0) >> (n & 7)) & 1)) return false
  }
  return true
}
