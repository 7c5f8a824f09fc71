import type { AttendanceEvent } from '../attendance/events.ts'
import { type EpochMs, epochMs } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import type { Waiting } from '../store/waiting.ts'
import { isStale } from './group-message.ts'
import { mostOf } from './levels.ts'
import { keptEvent } from './queue-message.ts'
import { nameOfType } from './rules.ts'
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

/** What another version kept and this one cannot read holds nothing else up. */
const unreadable = Symbol('unreadable')

const isNamed = (event: AttendanceEvent, rules: readonly AlertRule[]): boolean =>
  rules.some(({ on }) => on.includes(nameOfType(event)))

/** Whether an event as it is told may be said to settle something: not where it would tell why. */
const maySettle = ({ data }: AttendanceEvent): boolean =>
  !('absence' in data) || data.absence.$type !== undefined

/**
 * What waits as its destination may be told it now, which may be less than when it was kept; null
 * where that is nothing any more. Where no rule tells such events there, why somebody is away is not told.
 * @param rules those that go to the destination
 */
const asToldNow = (
  { event: text, rule: name, isByType, as }: Waiting,
  rules: readonly AlertRule[],
): AttendanceEvent | null | typeof unreadable => {
  const event = keptEvent(text)
  if (event === null) return unreadable
  if (tellsTooMuch(event)) return null
  const rule = rules.find((each) => each.name === name)
  const show = rule?.on.includes(nameOfType(event)) ? rule.show : (mostOf(event, rules) ?? 'opaque')
  // Of an absence only a return that is overdue is settled, so an all-clear tells that it was one.
  const isAllClearAlone = as === 'all-clear' && 'absence' in event.data && !isNamed(event, rules)
  if (show === 'opaque' && (isByType || isAllClearAlone)) return null
  return shownEvent(event, show)
}

/**
 * The ids of what waits and is never to be told: its destination may be told less than when it was kept.
 * @param rules those that go to the destination
 */
export const withheldIn = (waiting: readonly Waiting[], rules: readonly AlertRule[]): string[] =>
  waiting.filter((each) => asToldNow(each, rules) === null).map(({ id }) => id)

/**
 * The groups whose time has come: of each rule everything that waits, as soon as the first of
 * it is due, and what happened too long ago apart from the rest.
 * @param rules those that go to the destination for which things wait
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
      const event = asToldNow(thing, rules)
      if (event === null || event === unreadable) continue
      const stale = isStale(event, hours, now)
      const group = groups.get(stale) ?? {
        ids: [],
        events: [],
        allClear: new Set(),
        isStale: stale,
      }
      group.ids.push(thing.id)
      group.events.push(event)
      if (thing.as === 'all-clear' && maySettle(event)) group.allClear.add(event.id)
      groups.set(stale, group)
    }
    return [...groups.values()].sort((a, b) => Number(b.isStale) - Number(a.isStale))
  })
}
