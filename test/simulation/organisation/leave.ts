import { Temporal } from 'temporal-polyfill'
import type { Absence, AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { isTimeZone } from '../../../lib/workforce/reading.ts'
import { type Draws, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, minute, utcDate } from '../oracle/moments.ts'
import { createHistory, type History, type Person, type Versions } from './history.ts'

const two = (n: number): string => String(n).padStart(2, '0')

const aTime = (draws: Draws): string => `${two(draws.whole(0, 23))}:${two(draws.whole(0, 59))}`

/** A boundary on a date, of any type. */
const aBoundary = (date: string, draws: Draws): AbsenceBoundary =>
  draws.pick<AbsenceBoundary>([
    { $type: 'LocalDate', date },
    { $type: 'LocalDateTime', date, time: aTime(draws) },
    { $type: 'LocalDatePart', date, datePart: 'FirstHalf' },
    { $type: 'LocalDatePart', date, datePart: 'SecondHalf' },
    { $type: 'LocalDatePart', date, datePart: 'FullDay' },
  ])

const dateOf = (boundary: AbsenceBoundary): EpochMs => Date.parse(`${boundary.date}T00:00:00Z`)

const endAfter = (start: AbsenceBoundary, draws: Draws): AbsenceBoundary =>
  aBoundary(utcDate(dateOf(start) + draws.whole(0, 2) * day), draws)

/** What an absence may be. */
export const absenceKinds = ['Sickness', 'Holiday', 'Toil', 'Other'] as const
export type AbsenceKind = (typeof absenceKinds)[number]

/** An absence with what only one of its kind has. */
export const ofKind = (
  $type: AbsenceKind,
  { id, employeeId, start, end }: Pick<Absence, 'id' | 'employeeId' | 'start' | 'end'>,
  draws: Draws,
): Absence => {
  const common = { id, employeeId, start, end }
  const texts = { displayName: 'LABEL-CANARY', note: 'NOTE-CANARY' }
  if ($type !== 'Sickness') return { $type, ...common, ...texts }
  const { date } = start
  return {
    $type,
    ...common,
    ...texts,
    estimatedReturn: draws.chance(0.5) ? { date, time: draws.chance(0.5) ? '16:00' : null } : null,
    isCertified: false,
    reason: { id: 4, description: 'REASON-CANARY' },
    duration: { $type: 'Minutes', minutes: 457 },
    isPaid: true,
    paidDuration: null,
  }
}

const anAbsence = (name: string, employeeId: string, date: string, draws: Draws): Absence => {
  const start = aBoundary(date, draws)
  const end = draws.chance(0.25) ? null : endAfter(start, draws)
  const $type = draws.pick(absenceKinds)
  return ofKind($type, { id: idOf(name), employeeId, start, end }, draws)
}

/**
 * The same, but that somebody who is ill already when it is entered may be expected back within minutes.
 * @param shown when the API shows it first
 */
const backSoon = (absence: Absence, shown: EpochMs, zone: string): Absence => {
  if (absence.$type !== 'Sickness' || absence.estimatedReturn == null) return absence
  if (!isTimeZone(zone)) return absence
  const soon = Temporal.Instant.fromEpochMilliseconds(shown + 7 * minute).toZonedDateTimeISO(zone)
  const estimatedReturn = {
    date: soon.toPlainDate().toString(),
    time: soon.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
  return dateOf(absence.start) <= Date.parse(estimatedReturn.date)
    ? { ...absence, estimatedReturn }
    : absence
}

type Amendment = (absence: Absence, draws: Draws) => Absence | null

const amendments: readonly [Amendment, ...Amendment[]] = [
  (absence, draws) => ({ ...absence, end: endAfter(absence.start, draws) }),
  (absence) => ({ ...absence, end: null }),
  (absence, draws) => ({
    ...absence,
    start: aBoundary(utcDate(dateOf(absence.start) + draws.whole(-1, 1) * day), draws),
  }),
  (absence, draws) => ({ ...absence, note: `NOTE-CANARY-${draws.whole(1, 9)}` }),
  (absence) => (absence.$type === 'Sickness' ? { ...absence, isCertified: true } : absence),
  () => null,
]

const amend = (history: History<Absence>, from: EpochMs, draws: Draws): void => {
  let at = from
  let last = history.last()
  for (let n = 0; n < 4 && draws.chance(0.5); n++) {
    at += draws.whole(1, 20 * 60) * minute
    const standing = history.last()
    const next = standing === null ? last : draws.pick(amendments)(standing, draws)
    last = standing ?? last
    history.show(at, next)
  }
}

/**
 * All that the API shows of one absence around a day: approved before it or reported late,
 * amended, withdrawn, approved again.
 */
export const aLeave = (
  name: string,
  { id: employeeId, zone }: Pick<Person, 'id' | 'zone'>,
  noon: EpochMs,
  draws: Draws,
): { id: string; versions: (until: EpochMs) => Versions<Absence> } => {
  const planned = anAbsence(name, employeeId, utcDate(noon), draws)
  const history = createHistory<Absence>()
  const shown = noon - draws.whole(-14, 30) * hour
  const absence = backSoon(planned, shown, zone)
  history.show(shown, absence)
  amend(history, shown, draws)
  return { id: absence.id, versions: history.until }
}
