import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { epochMs } from '../../attendance/moments.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'

/** Something that waits, by one id or several, and what of it is shown now. */
export type Thing = Pick<Waiting, 'rule' | 'dueAt' | 'as' | 'isBack'> & {
  ids: string[]
  shown: AttendanceEvent
  /** The ids of what it is to be read after, where it waits for nothing else: it was perhaps sent before. */
  follows: string[]
}

/** Events that go into one message. */
export type Group = {
  ids: string[]
  events: AttendanceEvent[]
  /** The ids of events that put an end to what was notified as overdue. */
  allClear: Set<string>
  /** The ids of events that show that something is there after all. */
  back: Set<string>
  isStale: boolean
  things: readonly Thing[]
}

/** Whether an event as it is shown may be said to settle something: not where it would show why. */
const maySettle = ({ data }: AttendanceEvent): boolean =>
  !('absence' in data) || data.absence.$type !== undefined

/** What was seen first, first; of one moment what comes first in the life of somebody. */
export const asSeen = ({ shown: one }: Thing, { shown: other }: Thing): number =>
  epochMs(one.recordedtime) - epochMs(other.recordedtime) ||
  Number(one.sequence > other.sequence) - Number(one.sequence < other.sequence)

/** A group of these things. */
export const groupOf = (things: readonly Thing[], isStale: boolean): Group => ({
  ids: things.flatMap(({ ids }) => ids),
  events: things.map(({ shown }) => shown),
  allClear: new Set(
    things.flatMap(({ as, shown }) => (as === 'all-clear' && maySettle(shown) ? [shown.id] : [])),
  ),
  back: new Set(things.flatMap(({ isBack, shown }) => (isBack ? [shown.id] : []))),
  isStale,
  things,
})

/** Of groups what some things of them say. */
export const groupsOnly = (groups: readonly Group[], kept: ReadonlySet<Thing>): Group[] =>
  groups.flatMap(({ things, isStale }) => {
    const left = things.filter((thing) => kept.has(thing))
    return left.length === 0 ? [] : [groupOf(left, isStale)]
  })
