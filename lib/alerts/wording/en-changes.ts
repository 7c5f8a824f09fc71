import type { Temporal } from 'temporal-polyfill'
import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import { epochMs } from '../../attendance/moments.ts'
import { BoundedMoment, isTimeZone } from '../../workforce/reading.ts'
import { absenceChange, absenceNoun } from './en-absences.ts'
import { dateText, joinedFew, listed, possessive, quoted } from './en-units.ts'
import { nameIn } from './namesakes.ts'
import {
  detail,
  localDate,
  type Moment,
  momentFor,
  type Phrase,
  phrase,
  type Reading,
} from './phrase.ts'

type Of<Name extends EventName> = Extract<AttendanceEvent, { type: `attendance.${Name}` }>
type Change = Of<'clocking-amended'>['data']['changes'][number]

const edges = new Map([
  ['start', 'clock-in'],
  ['end', 'clock-out'],
])
const breakEdges = new Map([
  ['start', 'start of a break'],
  ['end', 'end of a break'],
])

/** What a change carries may be anything: only a moment can be said as one. */
const isMoment = (given: unknown): given is string => BoundedMoment.safeParse(given).success

const clockingChange = (
  { field, before, after }: Change,
  { start, endTimeZone }: Of<'clocking-amended'>['data']['clocking'],
  startZone: string,
  reading: Reading,
): Phrase => {
  // As a clock-out is said: by the clock where it was.
  const zone = field === 'end' && isTimeZone(endTimeZone) ? endTimeZone : startZone
  // The day is that of the clocking, which the sentence names, unless it is said.
  const at = (moment: string): Moment => ({
    ...momentFor(epochMs(moment), zone, { ...reading, now: epochMs(start) }),
    bare: true,
  })
  const [first = '', , edge] = field.split('.')
  if (first === 'breaks' && edge === undefined) return ['a break removed']
  const what = first === 'breaks' ? breakEdges.get(edge ?? '') : edges.get(first)
  if (what === undefined) return [first === 'note' ? 'its note' : 'its time zone']
  if (isMoment(before) && isMoment(after))
    return phrase`${what} ${at(after)} instead of ${at(before)}`
  if (isMoment(before)) return phrase`${what} ${at(before)} taken back`
  return isMoment(after) ? phrase`${what} ${at(after)}` : [what]
}

/** `…'s clocking of Wed 18 Nov was corrected: clock-out at 17:00 instead of at 17:30`. */
export const amendedClocking = (
  { data }: Of<'clocking-amended'>,
  zone: string,
  reading: Reading,
): Phrase => {
  const today = localDate(reading.now, zone)
  const date = localDate(epochMs(data.clocking.start), zone)
  const day = date.equals(today) ? 'today' : dateText(date, today)
  const changes = joinedFew(
    data.changes.map((change) => clockingChange(change, data.clocking, zone, reading)),
  )
  return phrase`${possessive(nameIn(data.employee, reading))} clocking of ${day} was corrected${detail(phrase`: ${changes}`, reading)}`
}

/** `…'s holiday was changed: end Mon 23 Nov instead of Fri 20 Nov`. */
export const amendedAbsence = (
  { data }: Of<'absence-amended'>,
  today: Temporal.PlainDate,
  reading: Reading,
): Phrase => {
  const changes = listed(data.changes.map((change) => absenceChange(change, today)))
  const what = `${possessive(nameIn(data.employee, reading))} ${absenceNoun(data.absence)} was changed`
  return phrase`${what}${detail(`: ${changes}`, reading)}`
}

const profileFields = new Map([
  ['givenName', 'given name'],
  ['familyName', 'family name'],
  ['jobTitle', 'job title'],
  ['externalReference', 'external reference'],
  ['employmentStart', 'start of employment'],
  ['employmentEnd', 'end of employment'],
])

const profileValue = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? quoted(value) : 'none'

/** `…'s job title changed from Nurse to Ward sister`. */
export const changedEmployee = ({ data }: Of<'employee-changed'>, reading: Reading): Phrase => {
  const changes = data.changes.map(
    ({ field, before, after }) =>
      `${profileFields.get(field) ?? quoted(field)} changed from ${profileValue(before)} to ${profileValue(after)}`,
  )
  return [`${possessive(nameIn(data.employee, reading))} ${listed(changes)}`]
}
