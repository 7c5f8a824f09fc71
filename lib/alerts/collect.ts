import type { AttendanceEvent } from '../attendance/events.ts'
import { type EpochMs, epochMs, second, utc } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import type { Waiting } from '../store/waiting.ts'
import { destinationKey, destinationsOf } from './destinations.ts'
import { matches } from './rules.ts'
import { shownEvent } from './show.ts'

/** What an event adds to what waits for a destination. */
export type Addition = { destination: string; waiting: Waiting }

/** DynamoDB holds 400 KB in an item; an event of our own has less than 256. */
const maxEventBytes = 300_000

/** An event that no item can hold. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError'
}

const written = (event: AttendanceEvent): string => {
  const text = JSON.stringify(event)
  if (Buffer.byteLength(text) > maxEventBytes)
    throw new EventTooLargeError(`The event has more than ${maxEventBytes} bytes`)
  return text
}

/** Ids sort in the order in which things were seen. */
const idOf = (event: AttendanceEvent, by: string): string =>
  `${event.recordedtime}#${by}#${event.id}`

/**
 * The id of what follows on something told before: one for each destination, whichever of its rules
 * told the original, since a repeat of the event may find more of them than the first time.
 */
export const followUpId = (event: AttendanceEvent): string => idOf(event, '')

/** What an event adds to the destinations of one rule; nothing where the rule may not tell it. */
export const additionFor = (event: AttendanceEvent, rule: AlertRule, now: EpochMs): Addition[] => {
  const shown = shownEvent(event, rule.show)
  if (shown === null) return []
  const seen = Math.min(epochMs(event.recordedtime), now)
  const waiting = {
    id: idOf(event, rule.name),
    rule: rule.name,
    dueAt: utc(seen + rule.group * second),
    event: written(shown),
  }
  return destinationsOf(rule).map((to) => ({ destination: destinationKey(to), waiting }))
}

/**
 * What an event adds to the destinations of every rule that wants it. The first thing that
 * waits for a rule decides when the rule's next message is due.
 * @param zone the zone of events that tell none of their own
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const additionsOf = (
  event: AttendanceEvent,
  rules: readonly AlertRule[],
  zone: string,
  now: EpochMs,
): Addition[] =>
  rules.flatMap((rule) => (matches(rule, event, zone) ? additionFor(event, rule, now) : []))
