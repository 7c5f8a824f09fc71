import type { AttendanceEvent } from '../attendance/events.ts'
import { type EpochMs, epochMs, second, utc } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import type { Waiting } from '../store/delivery-store.ts'
import { destinationKey, destinationsOf } from './destinations.ts'
import { matches } from './rules.ts'
import { shownEvent } from './show.ts'

/** What an event adds to what waits for a destination. */
export type Addition = { destination: string; waiting: Waiting }

/** Ids sort in the order in which things were seen. */
const idOf = (event: AttendanceEvent, rule: AlertRule): string =>
  `${event.recordedtime}#${rule.name}#${event.id}`

/**
 * What an event adds to the destinations of every rule that wants it. The first thing that
 * waits for a rule decides when the rule's next message is due.
 * @param zone the zone of events that tell none of their own
 */
export const additionsOf = (
  event: AttendanceEvent,
  rules: readonly AlertRule[],
  zone: string,
  now: EpochMs,
): Addition[] =>
  rules.flatMap((rule): Addition[] => {
    const shown = matches(rule, event, zone) ? shownEvent(event, rule.show) : null
    if (shown === null) return []
    const seen = Math.min(epochMs(event.recordedtime), now)
    const waiting = {
      id: idOf(event, rule),
      rule: rule.name,
      dueAt: utc(seen + rule.group * second),
      event: JSON.stringify(shown),
    }
    return destinationsOf(rule).map((to) => ({ destination: destinationKey(to), waiting }))
  })
