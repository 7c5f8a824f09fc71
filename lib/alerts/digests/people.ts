import { Temporal } from 'temporal-polyfill'
import { absenceSpan, returnMoment, type Workday } from '../../attendance/absence-times.ts'
import { type EpochMs, epochMs, hour } from '../../attendance/moments.ts'
import type { EmployeeState, KnownAbsence, TrackedClocking } from '../../attendance/state.ts'
import type { DigestPart, Show } from '../../platform/alert-settings.ts'
import type { Listed } from '../wording/wording.ts'

/** What the lists are worked out from, beside the saved state. */
export type Asking = {
  now: EpochMs
  workday: Workday
  /** From how many hours on an open clocking is too long. */
  tooLongHours: number
  show: Show
}

/** The local day of an employee, and the next, as spans. */
type Day = { start: EpochMs; end: EpochMs; nextEnd: EpochMs; date: string }

const zoneOf = ({ timeZone }: EmployeeState, { workday }: Asking): string =>
  timeZone ?? workday.timeZone

const dayOf = (now: EpochMs, zone: string): Day => {
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay()
  const at = (days: number) => start.add({ days }).startOfDay().epochMilliseconds
  return { start: at(0), end: at(1), nextEnd: at(2), date: start.toPlainDate().toString() }
}

const openClocking = ({ clockings }: EmployeeState): TrackedClocking['known'] | undefined =>
  Object.values(clockings).find(({ phase, known }) => phase === 'present' && known.end === null)
    ?.known

const named = ({ profile }: EmployeeState, zone: string): Listed => ({
  givenName: profile.givenName,
  familyName: profile.familyName,
  zone,
})

/** Somebody who is clocked in; null for who is not. */
export const inNow = (state: EmployeeState, asking: Asking): Listed | null => {
  const clocking = openClocking(state)
  if (clocking === undefined) return null
  const pause = clocking.breaks.find(({ end }) => end === null)
  return {
    ...named(state, zoneOf(state, asking)),
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

const lastDayOf = ({ known }: Away, { date }: Day): Pick<Listed, 'lastDay'> => {
  if (known.end === null) return { lastDay: null }
  return 'date' in known.end && known.end.date > date ? { lastDay: known.end.date } : {}
}

const offToday = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const day = dayOf(asking.now, zone)
  const away = absencesOf(state, zone, asking).find(
    ({ start, end }) => start < day.end && (end === null || end > day.start),
  )
  if (away === undefined) return null
  const { start, end, known } = away
  return {
    ...named(state, zone),
    ...kindOf(known, asking),
    ...(start > day.start && { from: start }),
    ...(end !== null && end < day.end ? { until: end } : lastDayOf(away, day)),
  }
}

/**
 * When an absence is over as far as may be told: its end, or a sick employee's expected return,
 * which nobody else has.
 */
const overAt = ({ known, end }: Away, zone: string, { show }: Asking): EpochMs | null => {
  if (end !== null || show === 'opaque') return end
  return known.estimatedReturn ? returnMoment(known.estimatedReturn, zone) : null
}

const returningTomorrow = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const day = dayOf(asking.now, zone)
  const all = absencesOf(state, zone, asking)
  const away = all.find((each) => {
    const over = overAt(each, zone, asking)
    if (over === null || each.start >= day.end || over < day.end || over >= day.nextEnd)
      return false
    return !all.some(
      (other) => other !== each && other.start <= over && (other.end === null || other.end > over),
    )
  })
  return away === undefined ? null : { ...named(state, zone), ...kindOf(away.known, asking) }
}

const pick: Record<DigestPart, (state: EmployeeState, asking: Asking) => Listed | null> = {
  'off-today': offToday,
  'in-now': inNow,
  'open-clockings': openTooLong,
  'returning-tomorrow': returningTomorrow,
}

/** People in the order of their names, as an address book has them. */
const collator = new Intl.Collator('en')
export const byName = (a: Listed, b: Listed): number =>
  collator.compare(a.familyName, b.familyName) || collator.compare(a.givenName, b.givenName)

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
