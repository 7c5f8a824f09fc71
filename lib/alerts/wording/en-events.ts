import { Temporal } from 'temporal-polyfill'
import { zoneOfEvent } from '../../attendance/events/event-zone.ts'
import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs, hour, minute } from '../../attendance/moments.ts'
import { absenceDetails, absenceNoun, absenceSpanText, absenceState } from './en-absences.ts'
import { amendedAbsence, amendedClocking, changedEmployee } from './en-changes.ts'
import { absenceText, clockingText, endZone, near, type Of, startZone } from './en-records.ts'
import { dateText, duration, possessive, quoted } from './en-units.ts'
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

const clockedOut = (event: Of<'clocked-out'>, reading: Reading): Phrase => {
  const { clocking } = event.data
  const at = momentFor(epochMs(event.time), endZone(event, reading), reading)
  const length = duration(epochMs(event.time) - epochMs(clocking.start))
  const began = near(clocking.start, startZone(event, reading), at)
  // A shift that began on another day says so, or its length would puzzle.
  const since = began.as === 'day' ? phrase`, clocked in ${began}` : []
  const details = detail(phrase` (${length}${since})`, reading)
  return phrase`${nameIn(event.data.employee, reading)} clocked out ${at}${details}`
}

const breakEnded = (event: Of<'break-ended'>, reading: Reading): Phrase => {
  const at = momentFor(epochMs(event.time), startZone(event, reading), reading)
  const length = duration(epochMs(event.time) - epochMs(event.data.break.start))
  return phrase`${nameIn(event.data.employee, reading)} came back from a break ${at}${detail(` (${length})`, reading)}`
}

/**
 * How long something is overdue for at the least: the limit that it passed, and where it was seen
 * long after that, as it may be after an outage, as many whole hours as it had been by then.
 */
const lengthSeen = (start: EpochMs, { time, recordedtime }: AttendanceEvent): string =>
  duration(
    Math.max(epochMs(time) - start, Math.floor((epochMs(recordedtime) - start) / hour) * hour),
  )

const overdue = (event: Of<'clocking-overdue' | 'break-overdue'>, reading: Reading): Phrase => {
  const start = 'break' in event.data ? event.data.break.start : event.data.clocking.start
  const began = momentFor(epochMs(start), startZone(event, reading), reading)
  const since: Moment = { ...began, bare: true }
  const length = lengthSeen(epochMs(start), event)
  const name = nameIn(event.data.employee, reading)
  if ('break' in event.data)
    return phrase`${name} has been on a break since ${since}, for more than ${length}`
  const guess = detail(': perhaps the clock-out was forgotten', reading)
  return phrase`${name} has been clocked in since ${since}, for more than ${length}${guess}`
}

/** Whoever joins or leaves may not be known yet, so that the job is named, too. */
const withJob = (
  { data: { employee } }: Of<'employee-joined' | 'employee-left'>,
  reading: Reading,
): string =>
  nameIn(employee, reading, employee.jobTitle === null ? null : quoted(employee.jobTitle))

/** When somebody was expected back: on a day, or at a time of it, by their clock. */
const returnText = (event: Of<'return-overdue'>, reading: Reading): Phrase => {
  const zone = zoneOfEvent(event, reading.zone)
  const { expected, estimatedReturn } = event.data
  // An event of before its second schema has the moment alone.
  if (expected === undefined || expected.time != null)
    return [momentFor(epochMs(estimatedReturn), zone, reading)]
  const [date, today] = [Temporal.PlainDate.from(expected.date), localDate(reading.now, zone)]
  return [date.equals(today) ? 'today' : `on ${dateText(date, today)}`]
}

/** One event as a sentence that a colleague would write. */
export const eventSentence = (event: AttendanceEvent, reading: Reading): Phrase => {
  const today = () => localDate(reading.now, zoneOfEvent(event, reading.zone))
  const name = nameIn(event.data.employee, reading)
  const at = (zone: string) => momentFor(epochMs(event.time), zone, reading)
  switch (event.type) {
    case 'attendance.clocked-in':
      return phrase`${name} clocked in ${at(startZone(event, reading))}`
    case 'attendance.clocked-out':
      return clockedOut(event, reading)
    case 'attendance.break-started':
      return phrase`${name} went on a break ${at(startZone(event, reading))}`
    case 'attendance.break-ended':
      return breakEnded(event, reading)
    case 'attendance.clocking-amended':
      return amendedClocking(event, startZone(event, reading), reading)
    case 'attendance.clocking-removed':
      return phrase`${clockingText(event, reading)} was removed`
    case 'attendance.absence-started': {
      const { absence } = event.data
      const details = detail(absenceDetails(absence), reading)
      return phrase`${name} is ${absenceState(absence)}${absenceSpanText(absence, today())}${details}`
    }
    case 'attendance.absence-ended': {
      const { absence } = event.data
      const details = detail(absenceDetails(absence), reading)
      return phrase`${possessive(name)} ${absenceNoun(absence)}${details} has ended`
    }
    case 'attendance.absence-amended':
      return amendedAbsence(event, today(), reading)
    case 'attendance.absence-withdrawn':
      return phrase`${absenceText(event, reading)} was withdrawn`
    case 'attendance.employee-joined':
      return phrase`${withJob(event, reading)} has joined`
    case 'attendance.employee-changed':
      return changedEmployee(event, reading)
    case 'attendance.employee-left':
      return phrase`${withJob(event, reading)} has left`
    case 'attendance.clocking-overdue':
    case 'attendance.break-overdue':
      return overdue(event, reading)
    case 'attendance.clocked-in-while-absent': {
      const { absence, clocking } = event.data
      const start = epochMs(clocking.start)
      const began = momentFor(start, startZone(event, reading), reading)
      const inFor = epochMs(event.time) - start
      const still = inFor < minute ? '' : ` and was still in ${duration(inFor)} later,`
      const span = absenceSpanText(absence, today())
      return phrase`${name} clocked in ${began}${detail(still, reading)} although ${absenceState(absence)}${detail(span, reading)}`
    }
    case 'attendance.return-overdue': {
      const expected = returnText(event, reading)
      return phrase`${name} was expected back ${expected} and is still ${absenceState(event.data.absence)}`
    }
  }
}
