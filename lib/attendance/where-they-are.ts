import { isSameZone, isTimeZone } from '../workforce/reading.ts'
import { type EpochMs, epochMs } from './moments.ts'
import { stillForgotten } from './state/newest-forgotten.ts'
import type { EmployeeState, KnownClocking } from './state/state.ts'
import { newestFirst } from './state/who-is-in.ts'

/** A zone, and the clocking that says so, and when that began; null where none does. */
export type Zoned = { id: string | null; zone: string | null; since: EpochMs | null }

/** When and where a clocking began. */
type Begun = Pick<KnownClocking, 'start' | 'startTimeZone'> & { id: string }

/** The clockings that are believed. */
const believed = (state: EmployeeState): Begun[] =>
  Object.entries(state.clockings).flatMap(([id, { phase, known }]): Begun[] =>
    phase === 'removed' ? [] : [{ id, start: known.start, startTimeZone: known.startTimeZone }],
  )

/** The one that began last first; of two that began at once the id decides, so that the order of an answer means nothing. */
const inOrder = (clockings: readonly Begun[]): Begun[] =>
  newestFirst(clockings.map((each) => [each.id, each] as const))

/**
 * The zone of the newest clocking that is believed, forgotten ones included, where that is a valid one. Null where there is
 * no such clocking.
 */
export const zoneOfClockings = (state: EmployeeState): Zoned | null => {
  const forgotten = stillForgotten(state)
  const all = forgotten === undefined ? [] : [{ ...forgotten, id: forgotten.id ?? '' }]
  const [newest] = inOrder([...believed(state), ...all])
  if (newest === undefined) return null
  const { id, start, startTimeZone } = newest
  if (!isTimeZone(startTimeZone)) return { id, zone: null, since: null }
  return { id, zone: startTimeZone, since: epochMs(start) }
}

/** Whether it was said wrongly alone that somebody was in a zone at a moment. */
export type WronglySaid = (zone: string, moment: EpochMs) => boolean

/**
 * Whether what was said before an answer of where somebody is was wrong: the clocking that said so says otherwise now, and
 * none that had begun by then says the same.
 * @param state as it is after the answer
 */
export const wronglySaidBefore = (before: Zoned, state: EmployeeState): WronglySaid => {
  const now = before.id === null ? undefined : state.clockings[before.id]?.known.startTimeZone
  const said = before.zone
  if (said === null || now === undefined || isSameZone(said, now)) return () => false
  return (zone, moment) => {
    if (!isSameZone(zone, said)) return false
    const newest = inOrder(believed(state)).find(({ start }) => epochMs(start) <= moment)
    return newest === undefined || !isSameZone(newest.startTimeZone, zone)
  }
}
