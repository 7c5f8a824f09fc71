import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Message } from '../ports/topic.ts'

/** What was read already: each check reads all that was delivered. */
const alreadyRead = new WeakMap<Message, AttendanceEvent>()

/** The event that a message brings; all who ask share it, and change nothing of it. */
export const eventIn = (message: Message): AttendanceEvent => {
  const known = alreadyRead.get(message)
  if (known !== undefined) return known
  const event: AttendanceEvent = JSON.parse(message.body)
  alreadyRead.set(message, event)
  return event
}
