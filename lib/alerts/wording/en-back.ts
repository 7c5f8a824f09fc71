import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { eventSentence } from './en-events.ts'
import { absenceText, breakText, clockingText } from './en-records.ts'
import { type Phrase, phrase, type Reading } from './phrase.ts'

/** That something is there after all that was told as gone, and all of it: what is over by now is not said to begin. */
export const backSentence = (event: AttendanceEvent, reading: Reading): Phrase => {
  switch (event.type) {
    case 'attendance.clocked-in':
      return phrase`${clockingText(event, reading)} is there again`
    case 'attendance.break-started':
      return phrase`${breakText(event, reading)} is there again`
    case 'attendance.absence-started':
      return phrase`${absenceText(event, reading)} is there again`
    default:
      return eventSentence(event, reading)
  }
}
