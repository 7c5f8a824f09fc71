import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Context, Invariant } from './context.ts'

/** The clocking, or the membership, that an event is about; null where it is about neither. */
const recordOf = ({ type, subject, data }: AttendanceEvent): string | null => {
  if (type.startsWith('attendance.employee-')) return `${subject} is a member`
  return 'clocking' in data ? `${subject} has the clocking ${data.clocking.id}` : null
}

/** Whether what an event is about is so after it: a member, a clocking that is open. */
const isSo = ({ type, data }: AttendanceEvent): boolean => {
  if (type.startsWith('attendance.employee-')) return type !== 'attendance.employee-left'
  return 'clocking' in data && data.clocking.end === null && type !== 'attendance.clocking-removed'
}

/** What is so by the event of each record that has the highest number. */
const pictureOf = (events: readonly AttendanceEvent[]): Set<string> => {
  const last = new Map<string, AttendanceEvent>()
  for (const event of events) {
    const record = recordOf(event)
    if (record === null) continue
    const known = last.get(record)
    if (known === undefined || event.sequence >= known.sequence) last.set(record, event)
  }
  return new Set([...last].flatMap(([record, event]) => (isSo(event) ? [record] : [])))
}

const deliveredFrom = ({ observed }: Context, from: number): AttendanceEvent[] =>
  observed.deliveries.flatMap(({ at, message }) => (at >= from ? [JSON.parse(message.body)] : []))

/**
 * Who subscribes in the middle, is told how everyone is, and hears of all that follows, knows in the end who is a
 * member and who is in: of those who had been read once by then, since the first reading is silent, and of those who
 * joined later.
 */
export const lateSubscriberKnows: Invariant = function* (context) {
  const { snapshot, lastSnapshot } = context.observed
  if (snapshot === null) return
  const truth = pictureOf(lastSnapshot)
  const known = pictureOf([...snapshot.events, ...deliveredFrom(context, snapshot.at)])
  const early = pictureOf(context.told.map(({ event }) => event))
  const present = new Set(context.observed.states.map(({ employeeId }) => employeeId))
  for (const record of new Set([...truth, ...known])) {
    const employeeId = record.slice(0, 36)
    const isTold = snapshot.baselined.has(employeeId) || !context.isBaselined(employeeId)
    // Of whom nothing is kept any more nothing can be compared.
    if (!isTold || !present.has(employeeId) || truth.has(record) === known.has(record)) continue
    // What is forgotten while it is open nobody is told of.
    if (known.has(record) && early.has(record)) continue
    const is = truth.has(record) ? 'is so, and who came late does not know' : 'is not so any more'
    yield { employeeId, message: `${record}: ${is}` }
  }
}
