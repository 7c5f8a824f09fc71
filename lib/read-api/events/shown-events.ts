import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { Privacy } from '../../attendance/rules.ts'
import { QueueMessageError, readEvent, readMessage } from '../../routing/event-message.ts'
import { asPublishedNow } from '../../routing/redact.ts'
import type { LoggedEvent } from '../../store/events/segment-record.ts'

/** What reads events of the log. */
export type Showing = {
  privacy: Privacy
  /** An event of the log cannot be read, or is of a later version's type: what is private in it nobody can say. */
  onUnreadable: () => void
}

const readable = ({ message }: LoggedEvent): AttendanceEvent | null => {
  try {
    const read = readMessage(message, readEvent)
    return read?.kind === 'event' ? read.event : null
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

/** Events as they were published, without what may not be any more, nor those that would not be at all. */
export const shownEvents = (
  events: readonly LoggedEvent[],
  { privacy, onUnreadable }: Showing,
): AttendanceEvent[] =>
  events.flatMap((each) => {
    const event = readable(each)
    if (event === null) onUnreadable()
    return (event && asPublishedNow(event, privacy)) ?? []
  })
