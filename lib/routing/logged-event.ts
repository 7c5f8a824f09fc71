import { isDeepStrictEqual } from 'node:util'
import type { AttendanceEvent } from '../attendance/events/events.ts'
import { asMessage } from '../attendance/events/outbox.ts'
import type { Privacy } from '../attendance/rules.ts'
import type { OutboxEntry } from '../attendance/state/state.ts'
import { QueueMessageError, readEvent, readMessage } from './event-message.ts'
import { asPublishedNow } from './redact.ts'

/**
 * Reads an event of the log.
 * @returns null where it cannot be read, or is of a later version's type: what is private in it nobody can say
 */
export const readLogged = ({ message }: Pick<OutboxEntry, 'message'>): AttendanceEvent | null => {
  try {
    const read = readMessage(message, readEvent)
    return read?.kind === 'event' ? read.event : null
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

const withoutType = ({ absenceType: _type, ...attributes }: OutboxEntry['attributes']) => attributes

/** An event of the log as it may be sent now; null is one that would not be published at all. */
export type SendableNow = { kind: 'sendable'; entry: OutboxEntry | null } | { kind: 'unreadable' }

/**
 * What may be sent now of an event of the log: all of it, to the byte, unless `privacy` has become stricter since it
 * was published.
 */
export const sendableNow = (entry: OutboxEntry, privacy: Privacy): SendableNow => {
  const event = readLogged(entry)
  if (event === null) return { kind: 'unreadable' }
  const shown = asPublishedNow(event, privacy)
  if (shown === null) return { kind: 'sendable', entry: null }
  if (isDeepStrictEqual(shown, event)) return { kind: 'sendable', entry }
  const { attributes } = entry
  return {
    kind: 'sendable',
    entry: {
      ...entry,
      message: asMessage(shown),
      attributes: privacy.absences === 'opaque' ? withoutType(attributes) : attributes,
    },
  }
}
