import { isDeepStrictEqual } from 'node:util'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { eventIn } from '../oracle/event-in.ts'
import { epochMs } from '../oracle/moments.ts'
import type { Context, Invariant } from './context.ts'

/** The attributes of a message by what its body says: subscribers filter by them and never see the rest. */
const attributesOf = ({ type, subject, baseline, data }: AttendanceEvent) => {
  const kind = 'absence' in data ? data.absence.$type : undefined
  return {
    type,
    employeeId: subject,
    baseline: baseline === true ? 'true' : 'false',
    ...(kind !== undefined && { absenceType: kind }),
  }
}

/** What an event says in one place and otherwise in another, or null. */
const disagreement = (
  event: AttendanceEvent,
  attributes: Readonly<Record<string, string>>,
  { baselineAt, tolerance }: Context,
): string | null => {
  const { type, subject, data, baseline, time } = event
  if (!isDeepStrictEqual({ ...attributes }, attributesOf(event)))
    return `its attributes are ${JSON.stringify(attributes)}`
  const records = [
    ...('clocking' in data ? [data.clocking] : []),
    ...('absence' in data ? [data.absence] : []),
  ]
  if (data.employee.id !== subject || records.some(({ employeeId }) => employeeId !== subject))
    return 'it is of somebody else'
  if ('break' in data && !data.clocking.breaks.some((each) => isDeepStrictEqual(each, data.break)))
    return 'its clocking has no such break'
  // Whoever was on the first roster may be written down later, and is known from then on.
  const isOfRoster = type === 'attendance.employee-joined'
  if (baseline === true && !isOfRoster && epochMs(time) > baselineAt + tolerance)
    return 'it was not so before the first run'
  return null
}

/** An event is of one person, one record and one time, and a message is sorted by what it says. */
export const eventsAgree: Invariant = function* (context) {
  for (const { message } of context.observed.deliveries) {
    const event = eventIn(message)
    const why = disagreement(event, message.attributes, context)
    if (why !== null)
      yield {
        employeeId: event.subject,
        message: `${event.type} ${event.id}: ${why}: ${message.body}`,
      }
  }
}
