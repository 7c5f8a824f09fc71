import { zoneOfEvent } from '../../attendance/events/event-zone.ts'
import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import { epochMs } from '../../attendance/moments.ts'
import { isTimeZone } from '../../workforce/reading.ts'
import { absenceDetails, absenceNoun, absenceSpanText } from './en-absences.ts'
import { possessive } from './en-units.ts'
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

/** Whose record an event is of, and which: as a sentence says what became of it. */

export type Of<Name extends EventName> = Extract<AttendanceEvent, { type: `attendance.${Name}` }>
type OfClocking = Of<'clocked-in' | 'clocked-out' | 'clocking-removed'>
type Zoned = { data: { clocking: { startTimeZone: string } } }

export const startZone = ({ data }: Zoned, { zone }: Reading): string =>
  isTimeZone(data.clocking.startTimeZone) ? data.clocking.startTimeZone : zone

export const endZone = (event: OfClocking, reading: Reading): string =>
  isTimeZone(event.data.clocking.endTimeZone)
    ? event.data.clocking.endTimeZone
    : startZone(event, reading)

/** A moment of an earlier part of a sentence, as a time alone on the day that the sentence names. */
export const near = (moment: string, zone: string, beside: Moment): Moment =>
  momentFor(epochMs(moment), zone, { now: beside.at, zone: beside.zone })

/** `from 09:02 to 17:31`. */
const spanText = (
  start: string,
  end: string,
  zones: [string, string],
  reading: Reading,
): Phrase => {
  const began = momentFor(epochMs(start), zones[0], reading)
  const until: Moment = { ...near(end, zones[1], began), bare: true }
  return phrase`from ${{ ...began, bare: true }} to ${until}`
}

/** `Amina O'Neill's clock-in at 09:02`, `Amina O'Neill's clocking from 09:02 to 17:31`. */
export const clockingText = (
  event: Of<'clocked-in' | 'clocking-removed'>,
  reading: Reading,
): Phrase => {
  const { clocking, employee } = event.data
  const { start, end } = clocking
  const zone = startZone(event, reading)
  const name = possessive(nameIn(employee, reading))
  return end === null
    ? phrase`${name} clock-in ${momentFor(epochMs(start), zone, reading)}`
    : phrase`${name} clocking ${spanText(start, end, [zone, endZone(event, reading)], reading)}`
}

/** `Amina O'Neill's break at 12:01`, `Amina O'Neill's break from 12:01 to 12:31`. */
export const breakText = (event: Of<'break-started'>, reading: Reading): Phrase => {
  const { start, end } = event.data.break
  const zone = startZone(event, reading)
  const name = possessive(nameIn(event.data.employee, reading))
  return end === null
    ? phrase`${name} break ${momentFor(epochMs(start), zone, reading)}`
    : phrase`${name} break ${spanText(start, end, [zone, zone], reading)}`
}

/** `Amina O'Neill's holiday from Wed 18 Nov until Fri 20 Nov`. */
export const absenceText = (
  event: Of<'absence-started' | 'absence-withdrawn'>,
  reading: Reading,
): Phrase => {
  const { absence, employee } = event.data
  const today = localDate(reading.now, zoneOfEvent(event, reading.zone))
  const details = detail(absenceDetails(absence), reading)
  return phrase`${possessive(nameIn(employee, reading))} ${absenceNoun(absence)}${absenceSpanText(absence, today)}${details}`
}
