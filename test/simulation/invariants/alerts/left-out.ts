import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import type { Context, Invariant } from '../context.ts'
import { isCorrectedBy, isFollowedBy, isSettledBy } from './what-follows.ts'

/** What is not mere news: it corrects something, or asks for somebody's attention. */
const isNeeded = ({ type }: AttendanceEvent): boolean =>
  /-(amended|removed|withdrawn|overdue)$|while-absent$/.test(type)

/** What a list in which something is left out takes at least, of the characters that a message may have. */
const longest = 6_000

/** How many lines a message says that it left out. */
const countedIn = (bytes: string): number =>
  Number(
    /… and ([\d,]+) more/.exec(bytes.replace(/^.*?"blocks":/, ''))?.[1]?.replaceAll(',', '') ?? 0,
  )

/** Whether something in a message corrects or settles an event. */
const isPutRight = (
  context: Context,
  event: AttendanceEvent,
  things: ReadonlySet<string>,
): boolean =>
  context
    .toldOfRecords(event)
    .some(
      ({ event: later }) =>
        things.has(later.id) &&
        isFollowedBy(event, later) &&
        (isCorrectedBy(event, later) || isSettledBy(event, later)),
    )

/**
 * A list that is too long leaves out news, with a count: never what corrects or settles something, or asks for attention, and nothing
 * of which it tells how that was put right.
 */
export const listsLeaveOutNews: Invariant = function* (context) {
  const events = new Map(context.told.map(({ event }) => [event.id, event]))
  for (const { things, leftOut, allClears, destination, process, bytes } of context.observed.alerts
    .said) {
    if (leftOut.length === 0) continue
    if (countedIn(bytes) !== leftOut.length || bytes.length < longest)
      yield {
        employeeId: null,
        message: `${process} left out ${leftOut.length} things of ${bytes.length} for ${destination}`,
      }
    const shown = new Set(things)
    for (const id of leftOut) {
      const event = events.get(id)
      if (event === undefined) continue
      if (!isNeeded(event) && !allClears.has(id) && !isPutRight(context, event, shown)) continue
      yield {
        employeeId: event.subject,
        message: `${process} left out ${event.type} ${id} for ${destination}`,
      }
    }
  }
}
