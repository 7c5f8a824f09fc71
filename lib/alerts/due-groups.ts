import type { AttendanceEvent } from '../attendance/events.ts'
import { type EpochMs, epochMs } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import type { Waiting } from '../store/waiting.ts'
import { isStale } from './group-message.ts'
import { QueueMessageError, readQueueMessage } from './queue-message.ts'
import { isOfSicknessAlone, shownEvent } from './show.ts'

/** Events that go into one message. */
export type Group = {
  ids: string[]
  events: AttendanceEvent[]
  /** The ids of events that put an end to what was told as overdue. */
  allClear: Set<string>
  isStale: boolean
}

/** Where a rule is no longer in the settings, what waits for it is still told. */
const defaultStaleAfterHours = 12

/** Whether an event was kept without what it tells all the same, as older versions did. */
const tellsTooMuch = ({ type, data }: AttendanceEvent): boolean =>
  isOfSicknessAlone(type) && 'absence' in data && data.absence.$type === undefined

/** Null for what an older version kept and this one cannot read: it holds nothing else up. */
const eventOf = ({ event }: Waiting): AttendanceEvent | null => {
  try {
    const message = readQueueMessage(event)
    return message.kind === 'event' && !tellsTooMuch(message.event) ? message.event : null
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

/**
 * The groups whose time has come: of each rule everything that waits, as soon as the first of
 * it is due, and what happened too long ago apart from the rest.
 */
export const dueGroups = (
  waiting: readonly Waiting[],
  rules: readonly AlertRule[],
  now: EpochMs,
): Group[] => {
  const byRule = Map.groupBy(waiting, ({ rule }) => rule)
  return [...byRule].flatMap(([name, things]) => {
    if (!things.some(({ dueAt }) => epochMs(dueAt) <= now)) return []
    const rule = rules.find((each) => each.name === name)
    const hours = rule?.staleAfterHours ?? defaultStaleAfterHours
    const groups = new Map<boolean, Group>()
    for (const thing of things) {
      const kept = eventOf(thing)
      // It was kept by the rule of that time, which may have been allowed to tell more.
      const event = kept === null || rule === undefined ? kept : shownEvent(kept, rule.show)
      if (event === null) continue
      const stale = isStale(event, hours, now)
      const group = groups.get(stale) ?? {
        ids: [],
        events: [],
        allClear: new Set(),
        isStale: stale,
      }
      group.ids.push(thing.id)
      group.events.push(event)
      if (thing.as === 'all-clear') group.allClear.add(event.id)
      groups.set(stale, group)
    }
    return [...groups.values()].sort((a, b) => Number(b.isStale) - Number(a.isStale))
  })
}
