import { englishAlerts } from '../../lib/alerts/wording/en-alerts.ts'
import { nameOf } from '../../lib/alerts/wording/en-units.ts'
import { plainText } from '../../lib/alerts/wording/plain-text.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { QueueMessageError, readEvent, readMessage } from '../../lib/routing/event-message.ts'
import { behind, unbroken } from './columns.ts'
import type { Paint, Style } from './paint.ts'
import { localTime, printable, shortDuration } from './wording.ts'

/** The event of a message of the topic; null where it is not of the catalog. */
export const eventOf = (message: string): AttendanceEvent | null => {
  try {
    const read = readMessage(message, readEvent)
    return read?.kind === 'event' ? read.event : null
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

/** Something said beside, which is not torn apart where a line is broken. */
const aside = (text: string): string => ` · ${text}`.replace(/(?<=.) /g, unbroken)

const styleOf = (event: AttendanceEvent): Style | null => {
  if (/^attendance\.(.*-overdue|clocked-in-while-absent)$/.test(event.type)) return 'attention'
  if (/^attendance\.(clocked-in|break-ended|employee-joined)$/.test(event.type)) return 'arrival'
  if (/^attendance\.(clocked-out|break-started|employee-left)$/.test(event.type)) return 'departure'
  return event.type.startsWith('attendance.absence-') ? 'absence' : null
}

/**
 * An event as it is shown: when it was seen by the run's clock, what happened in the words of the
 * alerts, and how much later it was seen than it happened.
 * @param timeZone of the run, and for events that name no zone
 */
export const eventLine = (event: AttendanceEvent, timeZone: string, paint: Paint): string => {
  const seenAt = epochMs(event.recordedtime)
  const sentence = englishAlerts.event(event, { now: seenAt, zone: timeZone })
  const text = printable(plainText(sentence, englishAlerts))
  const who = printable(nameOf(event.data.employee))
  const begin = text.startsWith(who) ? who.length : 0
  const style = styleOf(event)
  const painted = style === null ? text.slice(begin) : paint(style, text.slice(begin))
  const delay = shortDuration(seenAt - epochMs(event.time))
  const rest = paint('aside', aside(`seen ${delay} later`))
  const lead = `${localTime(seenAt, timeZone).time}  `
  return behind(lead, `${begin === 0 ? '' : paint('name', who)}${painted}${rest}`)
}
