import type { AttendanceEvent } from '../attendance/events.ts'
import { type EpochMs, epochMs, second, utc } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import type { Told } from '../store/told.ts'
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

/**
 * An event as an item keeps it.
 * @throws {EventTooLargeError} where none can
 */
export const written = (event: AttendanceEvent): string => {
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

/** By which rule's pace something is told. */
export type Pace = Pick<AlertRule, 'name' | 'group'>

/**
 * When an event is told, and with what: as soon as the rule has gathered for long enough since it
 * was seen.
 */
export const paceOf = (
  event: AttendanceEvent,
  { name, group }: Pace,
  now: EpochMs,
): Pick<Waiting, 'rule' | 'dueAt'> => {
  const seen = Math.min(epochMs(event.recordedtime), now)
  return { rule: name, dueAt: utc(seen + group * second) }
}

/** A rule that wants an event told, and may tell it. */
export type Wanting = { rule: AlertRule; shown: AttendanceEvent }

/**
 * The rules that want an event told, each with the event as it may tell it.
 * @param zone the zone of events that tell none of their own
 */
export const wantingsOf = (
  event: AttendanceEvent,
  rules: readonly AlertRule[],
  zone: string,
): Wanting[] =>
  rules.flatMap((rule) => {
    const shown = matches(rule, event, zone) ? shownEvent(event, rule.show) : null
    return shown === null ? [] : [{ rule, shown }]
  })

/**
 * What an event adds to the destinations of every rule that wants it. The first thing that
 * waits for a rule decides when the rule's next message is due.
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const additionsOf = (wantings: readonly Wanting[], now: EpochMs): Addition[] =>
  wantings.flatMap(({ rule, shown }) => {
    const waiting = {
      id: idOf(shown, rule.name),
      ...paceOf(shown, rule, now),
      event: written(shown),
      ...byType(rule.where.absenceTypes !== undefined),
    }
    return destinationsOf(rule).map((to) => ({ destination: destinationKey(to), waiting }))
  })

const byType = (isByType: boolean): Pick<Waiting, 'isByType'> => (isByType ? { isByType } : {})

/** What follows on something told, at one destination; null where it may not be told there. */
export const followUpAddition = (
  event: AttendanceEvent,
  destination: string,
  { show, isByType }: Pick<Told, 'show' | 'isByType'>,
  pace: Pace,
  now: EpochMs,
): Addition | null => {
  const shown = shownEvent(event, show)
  if (shown === null) return null
  const waiting = {
    id: followUpId(event),
    ...paceOf(event, pace, now),
    event: written(shown),
    ...byType(isByType),
  }
  return { destination, waiting }
}
