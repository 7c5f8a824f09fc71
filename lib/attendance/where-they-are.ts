import { isSameZone, isTimeZone } from '../workforce/reading.ts'
import { type EpochMs, epochMs } from './moments.ts'
import { stillForgotten } from './state/newest-forgotten.ts'
import type { EmployeeState, KnownClocking } from './state/state.ts'
import { newestFirst } from './state/who-is-in.ts'

/** A zone, and when the clocking began that says so; null where none does. */
export type Zoned = { zone: string | null; since: EpochMs | null }

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

/** Those, and the newest of what is forgotten. */
const known = (state: EmployeeState): Begun[] => {
  const forgotten = stillForgotten(state)
  const all = forgotten === undefined ? [] : [{ ...forgotten, id: forgotten.id ?? '' }]
  return [...believed(state), ...all]
}

/**
 * The zone of the newest clocking that is believed, forgotten ones included, where that is a valid one. Null where there is
 * no such clocking.
 */
export const zoneOfClockings = (state: EmployeeState): Zoned | null => {
  const [newest] = inOrder(known(state))
  if (newest === undefined) return null
  const { start, startTimeZone } = newest
  if (!isTimeZone(startTimeZone)) return { zone: null, since: null }
  return { zone: startTimeZone, since: epochMs(start) }
}

/** Whether it was said wrongly alone that somebody was in a zone at a moment. */
export type WronglySaid = (zone: string, moment: EpochMs) => boolean

/** The zones of which an answer shows that a clocking said them wrongly: it says another now, or was none. What is forgotten may have been right. */
const zonesTakenBack = (
  before: EmployeeState,
  after: EmployeeState,
  goesBy: (zone: string) => string,
): string[] =>
  believed(before).flatMap(({ id, startTimeZone }) => {
    const [said, now] = [goesBy(startTimeZone), after.clockings[id]]
    if (now === undefined) return []
    const isSo = now.phase !== 'removed' && isSameZone(goesBy(now.known.startTimeZone), said)
    return isSo ? [] : [said]
  })

/**
 * What an answer shows to have been wrong of where somebody was: a clocking that said so was none, or says otherwise now, and
 * by those that had begun by then they were elsewhere.
 * @param otherwise where somebody is of whom no clocking says so, or one says what is no zone
 */
export const wronglySaidBefore = (
  before: EmployeeState,
  after: EmployeeState,
  otherwise: string,
): WronglySaid => {
  const goesBy = (zone: string): string => (isTimeZone(zone) ? zone : otherwise)
  const takenBack = zonesTakenBack(before, after, goesBy)
  return (zone, moment) => {
    if (!takenBack.some((each) => isSameZone(each, zone))) return false
    const newest = inOrder(known(after)).find(({ start }) => epochMs(start) <= moment)
    return !isSameZone(goesBy(newest?.startTimeZone ?? otherwise), zone)
  }
}
