import { v5 as uuid5 } from 'uuid'
import { canonicalJson } from '../changes.ts'
import type { EventName } from './events.ts'

/** The namespace of event ids. Changing it would give every event a second id. */
const namespace = 'a7d5f3b0-6f0e-4c54-9d3c-1f0c5f6f2d11'

/**
 * The id of an event, a UUIDv5 of its type and of what makes it that event and no other: over
 * the whole history no id has two contents.
 * @param facts the employee's id first, then ids, moments and values; compared as canonical JSON
 */
export const eventId = (name: EventName, facts: readonly unknown[]): string =>
  uuid5(canonicalJson([name, ...facts]), namespace)
