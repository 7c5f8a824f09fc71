import { Temporal } from 'temporal-polyfill'
import { absenceSpan, isEmptySpan } from '../../attendance/absences/absence-times.ts'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { EmployeeState, KnownAbsence } from '../../attendance/state/state.ts'
import { openClockings } from '../../attendance/state/who-is-in.ts'
import { localDate } from '../wording/phrase.ts'
import type { Listed } from '../wording/wording.ts'
import { type Asking, named, zoneOf } from './asking.ts'

/** The local day of an employee as a span. */
type Day = { start: EpochMs; end: EpochMs; date: string }

const dayOf = (now: EpochMs, zone: string): Day => {
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay()
  const at = (days: number) => start.add({ days }).startOfDay().epochMilliseconds
  return { start: at(0), end: at(1), date: start.toPlainDate().toString() }
}

/** An absence of somebody, and from when to when it lasts; without an end where none is known. */
export type Away = { known: KnownAbsence; start: EpochMs; end: EpochMs | null }

/** The absences of an employee that count: what was withdrawn does not, nor what a leaver has. */
export const absencesOf = (state: EmployeeState, zone: string, { workday }: Asking): Away[] =>
  state.membership === 'leaver'
    ? []
    : Object.values(state.absences).flatMap(({ phase, known, startedAt }): Away[] => {
        const span = phase === 'withdrawn' ? null : absenceSpan(known, zone, workday)
        if (span === null || isEmptySpan(span)) return []
        const hasStarted = phase !== 'upcoming' && startedAt !== undefined
        return [{ known, ...span, ...(hasStarted && { start: epochMs(startedAt) }) }]
      })

/** The kind of an absence, where it may be shown. */
export const kindOf = ({ $type }: KnownAbsence, { show }: Asking) =>
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
export const awayToday = (state: EmployeeState, asking: Asking): Partial<Listed> => {
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

/** Somebody who is off for some of their today; null for who is not. */
export const offToday = (state: EmployeeState, asking: Asking): Listed | null => {
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
