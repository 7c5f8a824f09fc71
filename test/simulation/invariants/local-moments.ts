import type { AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { day, type EpochMs } from '../oracle/moments.ts'

/** Local time by the runtime's calendar alone: another way than the one that is checked. */

const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formatters.set(zone, format)
  return format
}

/** The moment as the zone's clock shows it, read as if it were UTC. */
const shown = (moment: EpochMs, zone: string): EpochMs =>
  Date.parse(`${formatterOf(zone).format(moment).replace(' ', 'T')}Z`)

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The time of day by a zone's clock, HH:MM, the day of the week, and the one before that. */
export const localTime = (
  moment: EpochMs,
  zone: string,
): { time: string; weekday: string; weekdayBefore: string } => {
  const local = new Date(shown(moment, zone))
  const weekdayOf = (day: number): string => weekdays[day % 7] ?? ''
  return {
    time: local.toISOString().slice(11, 16),
    weekday: weekdayOf(local.getUTCDay()),
    weekdayBefore: weekdayOf(local.getUTCDay() + 6),
  }
}

const moments = new Map<string, EpochMs>()

/**
 * The moment at which a zone's clock shows a local time: the first where it shows it twice;
 * where it skips it, as much after the skip as the time is.
 */
const momentOf = (local: EpochMs, zone: string): EpochMs => {
  const key = `${zone} ${local}`
  const known = moments.get(key)
  if (known !== undefined) return known
  const candidates = [local - day, local + day]
    .map((near) => local - (shown(near, zone) - near))
    .sort((a, b) => a - b)
  const exact = candidates.find((moment) => shown(moment, zone) === local)
  const moment = exact ?? Math.max(...candidates)
  moments.set(key, moment)
  return moment
}

const at = (date: string, time: string, zone: string): EpochMs =>
  momentOf(Date.parse(`${date}T${time.slice(0, 5)}:00Z`), zone)

/** The first moment of an absence that begins with a boundary (spec section 2.3). */
export const firstMoment = (boundary: AbsenceBoundary, zone: string): EpochMs => {
  if (boundary.$type === 'LocalDateTime') return at(boundary.date, boundary.time, zone)
  const isAfternoon = boundary.$type === 'LocalDatePart' && boundary.datePart === 'SecondHalf'
  return at(boundary.date, isAfternoon ? '12:30' : '00:00', zone)
}

/** The first moment after an absence that ends with a boundary. */
export const firstMomentAfter = (boundary: AbsenceBoundary, zone: string): EpochMs => {
  if (boundary.$type === 'LocalDateTime') return at(boundary.date, boundary.time, zone)
  if (boundary.$type === 'LocalDatePart' && boundary.datePart === 'FirstHalf')
    return at(boundary.date, '12:30', zone)
  const next = new Date(Date.parse(boundary.date) + day).toISOString().slice(0, 10)
  return at(next, '00:00', zone)
}
