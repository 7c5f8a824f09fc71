import { Temporal } from 'temporal-polyfill'
import type { KnownAbsence } from '../../attendance/state/state.ts'
import { EstimatedReturn } from '../../workforce/contract/absence.ts'
import { ReadBoundary } from '../../workforce/reading.ts'
import { dateText, isoDateText, placeOfZone, quoted } from './en-units.ts'

/** What an absence is called, by its `$type`; without one it is just that. */
const kinds = new Map([
  ['Holiday', { is: 'on holiday', noun: 'holiday' }],
  ['Sickness', { is: 'off sick', noun: 'sick leave' }],
  ['Toil', { is: 'on time off in lieu', noun: 'time off in lieu' }],
  ['Other', { is: 'on leave', noun: 'leave' }],
])
const unknownKind = { is: 'away', noun: 'absence' }
const kindOf = (type: string | undefined) =>
  type === undefined ? unknownKind : (kinds.get(type) ?? { is: 'on leave', noun: 'leave' })

/** `holiday`, or `absence` where the kind is not shown. */
export const absenceNoun = ({ $type }: Pick<KnownAbsence, '$type'>): string => kindOf($type).noun

/** `on holiday`, or `away` where the kind is not shown. */
export const absenceState = ({ $type }: Pick<KnownAbsence, '$type'>): string => kindOf($type).is

const halves = { FirstHalf: 'first half of ', SecondHalf: 'second half of ', FullDay: '' }

/** `Fri 20 Nov`, `14:00 on Fri 20 Nov`, `the first half of Fri 20 Nov`. */
const boundaryText = (boundary: ReadBoundary, today: Temporal.PlainDate): string | null => {
  if (!('date' in boundary)) return null
  const date = Temporal.PlainDate.from(boundary.date)
  const day = date.equals(today) ? 'today' : dateText(date, today)
  if (boundary.$type === 'LocalDateTime')
    return `${boundary.time.slice(0, 5)} ${day === 'today' ? day : `on ${day}`}`
  if (boundary.$type === 'LocalDatePart' && boundary.datePart !== 'FullDay')
    return `the ${halves[boundary.datePart]}${day}`
  return day
}

const withOn = (text: string): string => (/^(today|the )/.test(text) ? text : `on ${text}`)

/** How long: ` today`, ` from Wed 18 Nov until Fri 20 Nov`, `, with no end yet`. */
export const absenceSpanText = (
  { start, end }: Pick<KnownAbsence, 'start' | 'end'>,
  today: Temporal.PlainDate,
): string => {
  const from = boundaryText(start, today)
  const until = end === null ? null : boundaryText(end, today)
  const fromText = from === null || from === 'today' ? '' : ` from ${from}`
  if (end === null) return `${fromText || ' from today'}, with no end yet`
  if (until === null) return fromText
  if (from === until) return ` ${withOn(until)}`
  // A last day is one of the absence, so that it is over when the day is.
  return `${fromText} until ${until === 'today' ? 'the end of today' : until}`
}

/** A boundary or an expected return as a change carries it, where it is one. */
const dateValue = (given: unknown, today: Temporal.PlainDate): string | null => {
  const boundary = ReadBoundary.safeParse(given)
  if (boundary.success) return boundaryText(boundary.data, today)
  const expected = EstimatedReturn.safeParse(given)
  return expected.success
    ? boundaryText({ $type: 'LocalDate', date: expected.data.date }, today)
    : null
}

/** What a change carries, where it can be said; null where not, or where it is nothing. */
const value = (given: unknown, today: Temporal.PlainDate): string | null => {
  if (given === null) return null
  if (typeof given === 'string') return quoted(given)
  if (typeof given === 'boolean') return given ? 'yes' : 'no'
  if (typeof given !== 'object') return String(given)
  const date = dateValue(given, today)
  if (date !== null) return date
  const fields = Object.fromEntries(Object.entries(given))
  if (typeof fields['description'] === 'string') return quoted(fields['description'])
  if (typeof fields['days'] === 'number') return `${fields['days']} days`
  if (typeof fields['minutes'] === 'number') return `${fields['minutes']} min`
  return null
}

/** The parenthesis that says all that may be shown: the reason, and whether it is certified. */
export const absenceDetails = ({ displayName, reason, isCertified }: KnownAbsence): string => {
  const details = [
    ...(displayName ? [quoted(displayName)] : []),
    ...(reason ? [quoted(reason.description)] : []),
    ...(isCertified ? ['certified'] : []),
  ]
  return details.length === 0 ? '' : ` (${details.join(', ')})`
}

const fieldNames = new Map([
  ['start', 'start'],
  ['end', 'end'],
  ['$type', 'kind'],
  ['displayName', 'name'],
  ['note', 'note'],
  ['estimatedReturn', 'expected return'],
  ['isCertified', 'certificate'],
  ['reason', 'reason'],
  ['duration', 'length'],
  ['isPaid', 'pay'],
  ['paidDuration', 'paid length'],
])

/**
 * `end Mon 23 Nov instead of Fri 20 Nov`, `no end instead of Fri 20 Nov`, `end Mon 23 Nov (none before)`,
 * `by the clock in Tokyo instead of in London`, `no longer Holiday` where of what kind it is may not be said.
 */
export const absenceChange = (
  change: { field: string; before: unknown; after: unknown },
  today: Temporal.PlainDate,
): string => {
  if (change.field === 'timeZone')
    return `by the clock ${placeOfZone(String(change.after))} instead of ${placeOfZone(String(change.before))}`
  const field = fieldNames.get(change.field) ?? quoted(change.field)
  const [after, before] = [value(change.after, today), value(change.before, today)]
  if (change.field === '$type' && (after === null || before === null))
    return after === null ? `no longer ${before}` : `${field} ${after}`
  if (change.after === null)
    return before === null ? `no ${field}` : `no ${field} instead of ${before}`
  if (after === null) return `another ${field}`
  if (change.before === null) return `${field} ${after} (none before)`
  return before === null ? `${field} ${after}` : `${field} ${after} instead of ${before}`
}

/** `until Fri 20 Nov`, for a list of people who are away; empty where it is today. */
export const untilText = (
  lastDay: string | null | undefined,
  today: Temporal.PlainDate,
): string => {
  if (lastDay === undefined) return ''
  return lastDay === null ? 'no end yet' : `until ${isoDateText(lastDay, today)}`
}
