import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { pictureOf } from '../../replays/picture.ts'
import { eventIn } from '../oracle/event-in.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Context, Invariant } from './context.ts'

/** Who is a member, and what is open, as a consumer knows it by these events. */
const known = (events: readonly AttendanceEvent[]): Set<string> => {
  const { in: open, members } = pictureOf(events)
  return new Set([...open, ...members])
}

/** What happens before a clock-out. */
const beforeItsEnd = ['clocked-in', 'break-started', 'break-ended'].map((t) => `attendance.${t}`)

/**
 * Whether the last that anybody was told of a clocking is that it began, or of a break in it, with the end that it had by
 * then: its clock-out had no room beside all else, and the API refused its person before it could be told.
 */
const isTornAtItsEnd = (context: Context, employeeId: string, id: string): boolean => {
  const told = context
    .toldOf(employeeId)
    .flatMap(({ event }) =>
      'clocking' in event.data && event.data.clocking.id === id
        ? [{ type: event.type, end: event.data.clocking.end }]
        : [],
    )
  return told.at(-1)?.end != null && told.every(({ type }) => beforeItsEnd.includes(type))
}

/**
 * Whether a clocking was shown only after a moment and never told of: it began before the first run, and the API hid it
 * until then.
 */
const isShownOnlyLater = (
  context: Context,
  employeeId: string,
  id: string,
  at: EpochMs,
): boolean => {
  const isTold = context
    .toldOf(employeeId)
    .some(({ event: { data } }) => 'clocking' in data && data.clocking.id === id)
  const looks = context.looks.clockings.get(employeeId) ?? []
  return (
    !isTold &&
    !looks.some(({ from, answers }) => from < at && answers.some(({ records }) => records.has(id)))
  )
}

const deliveredFrom = ({ observed }: Context, from: number): AttendanceEvent[] =>
  observed.deliveries.flatMap(({ at, message }) => (at >= from ? [eventIn(message)] : []))

/**
 * Who subscribes in the middle, is told how everyone is, and hears of all that follows, knows in the end who is a
 * member and who is in: of those who had been read once by then, since the first reading is silent, and of those who
 * joined later.
 */
export const lateSubscriberKnows: Invariant = function* (context) {
  const { snapshot } = context.observed
  if (snapshot === null) return
  const events = [...snapshot.events, ...deliveredFrom(context, snapshot.at)]
  const isTold = (id: string) => snapshot.baselined.has(id) || !context.isBaselined(id)
  yield* lateKnows(context, { at: snapshot.at, events, isTold })
}

/**
 * What is wrong with the picture of somebody who came late.
 * @param late.at when they came
 * @param late.events what they heard, of a snapshot and since
 * @param late.isTold whom they have heard of for certain
 */
export const lateKnows = function* (
  context: Context,
  {
    at,
    events,
    isTold,
  }: {
    at: EpochMs
    events: readonly AttendanceEvent[]
    isTold: (employeeId: string) => boolean
  },
): ReturnType<Invariant> {
  const truth = known(context.observed.lastSnapshot)
  const late = known(events)
  const present = new Set(context.observed.states.map(({ employeeId }) => employeeId))
  for (const record of new Set([...truth, ...late])) {
    const employeeId = record.slice(0, 36)
    // Of whom nothing is kept any more nothing can be compared.
    if (!isTold(employeeId) || !present.has(employeeId) || truth.has(record) === late.has(record))
      continue
    // What is forgotten while it is open nobody is told of.
    const early = known(context.toldOf(employeeId).map(({ event }) => event))
    if (late.has(record) && early.has(record)) continue
    const id = record.slice(37)
    if (isTornAtItsEnd(context, employeeId, id)) continue
    if (id !== '' && !late.has(record) && isShownOnlyLater(context, employeeId, id, at)) continue
    const is = truth.has(record) ? 'is so, and who came late does not know' : 'is not so any more'
    yield { employeeId, message: `${record}: ${is}` }
  }
}
