import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { recordsFollowed, recordsNotified } from './records.ts'
import { type FollowUp, isCorrection, settles, takesBack } from './what-follows.ts'

/** An event as it is shown, and whether it is told because it settles something, or brings it back. */
type Told = {
  shown: AttendanceEvent
  as?: Extract<FollowUp, 'all-clear'> | undefined
  isBack?: boolean | undefined
}

/** Whether something makes no sense to those who have not heard of what came before it. */
export const isFollowUp = ({ as, isBack, shown }: Told): boolean =>
  as === 'all-clear' || isBack === true || isCorrection(shown)

/** The records that an event is about or may follow on, each with whose it is. */
const recordsIn = (event: AttendanceEvent): string[] =>
  [...recordsNotified(event), ...recordsFollowed(event)].map((id) => `${event.subject} ${id}`)

/**
 * Finds among these things those that another one of the same person and record makes sense only with. Thousands
 * may wait: each is compared with those of its own records alone.
 */
export const originalsAmong = <Thing extends Told>(
  things: readonly Thing[],
): ((followUp: Thing) => Thing[]) => {
  const ofRecord = new Map<string, Set<Thing>>()
  for (const thing of things)
    for (const record of recordsIn(thing.shown)) {
      const others = ofRecord.get(record) ?? new Set()
      ofRecord.set(record, others.add(thing))
    }
  return (followUp) => {
    const ofSameRecords = new Set(
      recordsIn(followUp.shown).flatMap((record) => [...(ofRecord.get(record) ?? [])]),
    )
    return [...ofSameRecords].filter(
      ({ shown }) =>
        shown.sequence < followUp.shown.sequence &&
        (isFollowUp(followUp) ||
          settles(followUp.shown, shown) ||
          takesBack(followUp.shown, shown)),
    )
  }
}

/** Of each person the latest first, so that what is taken along takes along what it follows on. */
export const thingsLatestFirst = <Thing extends Told>(things: readonly Thing[]): Thing[] =>
  things.toSorted(
    ({ shown: a }, { shown: b }) =>
      Number(a.sequence < b.sequence) - Number(a.sequence > b.sequence),
  )
