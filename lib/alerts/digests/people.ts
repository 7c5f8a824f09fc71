import { Temporal } from 'temporal-polyfill'
import { absenceSpan, returnMoment } from '../../attendance/absences/absence-times.ts'
import { type EpochMs, epochMs, hour } from '../../attendance/moments.ts'
import type { Workday } from '../../attendance/rules.ts'
import type { EmployeeState, KnownAbsence } from '../../attendance/state/state.ts'
import { openBreak, openClockings } from '../../attendance/state/who-is-in.ts'
import type { Show, Weekday } from '../../routing/where.ts'
import type { DigestPart } from '../rules/alert-settings.ts'
import { localDate } from '../wording/phrase.ts'
import type { Listed } from '../wording/wording.ts'
import { firstDayOff, nextWorkingDay } from './working-days.ts'

/** What the lists are worked out from, beside the saved state. */
export type Asking = {
  now: EpochMs
  workday: Workday
  /** From how many hours on an open clocking is too long. */
  tooLongHours: number
  show: Show
  /** The zone of the reader's today. */
  zone: string
  /** The days on which people work. */
  workingDays: readonly Weekday[]
}

/** The local day of an employee as a span. */
type Day = { start: EpochMs; end: EpochMs; date: string }

const zoneOf = ({ timeZone }: EmployeeState, { workday }: Asking): string =>
  timeZone ?? workday.timeZone

const dayOf = (now: EpochMs, zone: string): Day => {
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay()
  const at = (days: number) => start.add({ days }).startOfDay().epochMilliseconds
  return { start: at(0), end: at(1), date: start.toPlainDate().toString() }
}

const named = ({ employeeId, profile }: EmployeeState, zone: string): Listed => ({
  employeeId,
  givenName: profile.givenName,
  familyName: profile.familyName,
  jobTitle: profile.jobTitle,
  externalReference: profile.externalReference,
  zone,
})

/** Somebody who is clocked in; null for who is not. */
export const inNow = (state: EmployeeState, asking: Asking): Listed | null => {
  const [clocking] = openClockings(state)
  if (clocking === undefined) return null
  const pause = openBreak(clocking)
  return {
    ...named(state, zoneOf(state, asking)),
    ...awayToday(state, asking),
    since: epochMs(clocking.start),
    ...(pause && { breakSince: epochMs(pause.start) }),
  }
}

const openTooLong = (state: EmployeeState, asking: Asking): Listed | null => {
  const listed = inNow(state, asking)
  const limit = asking.now - asking.tooLongHours * hour
  return listed?.since !== undefined && listed.since < limit ? listed : null
}

type Away = { known: KnownAbsence; start: EpochMs; end: EpochMs | null }

const absencesOf = (state: EmployeeState, zone: string, { workday }: Asking): Away[] =>
  state.membership === 'leaver'
    ? []
    : Object.values(state.absences).flatMap(({ phase, known }): Away[] => {
        const span = phase === 'withdrawn' ? null : absenceSpan(known, zone, workday)
        return span === null ? [] : [{ known, ...span }]
      })

const kindOf = ({ $type }: KnownAbsence, { show }: Asking) =>
  show === 'opaque' || $type === undefined ? {} : { absenceType: $type }

const lastDayOf = (
  { known, end }: Away,
  { date }: Day,
  zone: string,
  { show }: Asking,
): Pick<Listed, 'lastDay' | 'expectedBack'> => {
  // Of a sickness alone is a return expected, so that only those who may know the kind are shown it.
  if (known.end === null && known.estimatedReturn && show !== 'opaque')
    return { expectedBack: known.estimatedReturn.date }
  if (end === null) return { lastDay: null }
  // One that ends as a day begins lasts until the day before.
  const lastDay = localDate(end - 1, zone).toString()
  return lastDay > date ? { lastDay } : {}
}

/** What is to be said of somebody who is in and absent all the same, now or later today. */
function awayToday(state: EmployeeState, asking: Asking): Partial<Listed> {
  // A roll call asks this of thousands, and hardly any of them has an absence.
  if (Object.keys(state.absences).length === 0) return {}
  const zone = zoneOf(state, asking)
  const day = dayOf(asking.now, zone)
  const away = absencesOf(state, zone, asking)
    .toSorted((a, b) => a.start - b.start)
    .find(({ start, end }) => start < day.end && (end === null || end > asking.now))
  if (away === undefined) return {}
  const isLater = away.start > asking.now
  return { ...kindOf(away.known, asking), away: isLater ? { from: away.start } : {} }
}

/** Of two absences, in their order: the second, where that goes on where the first ends. */
const goingOn = (one: Away, next: Away): Away =>
  one.end !== null && next.start <= one.end && (next.end === null || next.end > one.end)
    ? next
    : one

const offToday = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const day = dayOf(asking.now, zone)
  const away = absencesOf(state, zone, asking)
    .filter(({ start, end }) => start < day.end && (end === null || end > day.start))
    .toSorted((a, b) => a.start - b.start)
  const [first, ...others] = away
  if (first === undefined) return null
  const { start, known } = first
  const last = others.reduce(goingOn, first)
  const { end } = last
  const [clocking] = openClockings(state)
  return {
    ...named(state, zone),
    ...kindOf(known, asking),
    ...(start > day.start && { from: start }),
    ...(end !== null && end < day.end ? { until: end } : lastDayOf(last, day, zone, asking)),
    ...(clocking !== undefined && { inSince: epochMs(clocking.start) }),
  }
}

/**
 * When an absence is over as far as may be shown: its end, or a sick employee's expected return,
 * which nobody else has.
 */
const overAt = ({ known, end }: Away, zone: string, { show }: Asking): EpochMs | null => {
  if (end !== null || show === 'opaque') return end
  return known.estimatedReturn ? returnMoment(known.estimatedReturn, zone) : null
}

/** When those are back who are back next: by the reader's today, on the next working day. */
export const returnDay = ({ now, zone, workingDays }: Asking) => {
  const today = localDate(now, zone)
  const date = nextWorkingDay(today, workingDays)
  return { today, date, isTomorrow: date.equals(today.add({ days: 1 })) }
}

const returningNext = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const { today, date } = returnDay(asking)
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds
  const from = startOf(firstDayOff(today, asking.workingDays))
  const [begins, ends] = [startOf(date), startOf(date.add({ days: 1 }))]
  const all = absencesOf(state, zone, asking)
  const away = all.find((each) => {
    const over = overAt(each, zone, asking)
    if (over === null || each.start >= startOf(today.add({ days: 1 }))) return false
    if (over < from || over >= ends) return false
    const back = Math.max(over, begins)
    return !all.some(
      (other) => other !== each && other.start <= back && (other.end === null || other.end > back),
    )
  })
  if (away === undefined) return null
  const { estimatedReturn, end } = away.known
  return {
    ...named(state, zone),
    ...kindOf(away.known, asking),
    ...(end === null && estimatedReturn && { expectedBack: estimatedReturn.date }),
  }
}

const pick: Record<DigestPart, (state: EmployeeState, asking: Asking) => Listed | null> = {
  'off-today': offToday,
  'in-now': inNow,
  'open-clockings': openTooLong,
  'returning-tomorrow': returningNext,
}

/** People in the order of their names, as an address book has them; of one name in one order. */
const collator = new Intl.Collator('en')
export const byName = (a: Listed, b: Listed): number =>
  collator.compare(a.familyName, b.familyName) ||
  collator.compare(a.givenName, b.givenName) ||
  (a.employeeId < b.employeeId ? -1 : 1)

/** Whom a part of a digest lists, by name. */
export const peopleOf = (
  part: DigestPart,
  employees: readonly EmployeeState[],
  asking: Asking,
): Listed[] =>
  employees
    .map((state) => pick[part](state, asking))
    .filter((listed) => listed !== null)
    .sort(byName)
