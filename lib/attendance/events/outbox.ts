import { type EpochMs, utc } from '../moments.ts'
import type { AttendanceRules } from '../rules.ts'
import type { EmployeeState, OutboxEntry } from '../state/state.ts'
import type { Draft } from '../steps.ts'
import { eventId } from './event-ids.ts'
import { dataschemaOf, type EmployeeSummary } from './events.ts'
import { redactProfile } from './privacy.ts'

/** What all events of one employee in one poll share. */
export type Recording = {
  /** When the employee's answer came. */
  now: EpochMs
  /** The moment of the answer before, UTC; null where there was none. */
  after: string | null
  rules: AttendanceRules
}

/** The employee as events carry them. */
export const employeeSummary = (
  { employeeId, profile }: Pick<EmployeeState, 'employeeId' | 'profile'>,
  rules: AttendanceRules,
): EmployeeSummary => {
  const { employmentStart, employmentEnd, ...summary } = redactProfile(profile, rules.privacy)
  return { id: employeeId, ...summary }
}

// SQS refuses a message that holds these two, even inside JSON; lone surrogates JSON escapes itself.
const refused = /[\ufffe\uffff]/g
const asMessage = (event: unknown): string =>
  JSON.stringify(event).replace(
    refused,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )

/** What may stand in a message attribute: subscribers filter by it, so it stays a plain word. */
const plainWord = /^[\w .-]{1,100}$/

const absenceType = (data: Draft['data']): string | undefined => {
  const type = 'absence' in data ? data.absence.$type : undefined
  return type === undefined || plainWord.test(type) ? type : 'Unrecognised'
}

const envelope = (
  state: EmployeeState,
  draft: Draft,
  { now, after, rules }: Recording,
  isBaseline: boolean,
) => {
  const recordedtime = utc(now)
  return {
    specversion: '1.0',
    id: eventId(draft.name, [state.employeeId, ...draft.facts]),
    source: rules.source,
    type: `attendance.${draft.name}`,
    subject: state.employeeId,
    time: draft.time,
    recordedtime,
    sequence: String(state.sequence + 1).padStart(20, '0'),
    ...(isBaseline && { baseline: true as const }),
    datacontenttype: 'application/json',
    dataschema: dataschemaOf(draft.name),
    data: {
      employee: employeeSummary(state, rules),
      ...draft.data,
      observed: { after, by: recordedtime },
    },
  }
}

/**
 * The state with one more event in its outbox, frozen as it will be published and carrying
 * the employee's next sequence number.
 */
export const withEvent = (
  state: EmployeeState,
  draft: Draft,
  recording: Recording,
  isBaseline = false,
): EmployeeState => {
  const event = envelope(state, draft, recording, isBaseline)
  const kind = absenceType(draft.data)
  const entry: OutboxEntry = {
    id: event.id,
    type: event.type,
    time: event.time,
    recordedtime: event.recordedtime,
    message: asMessage(event),
    attributes: {
      type: event.type,
      employeeId: state.employeeId,
      baseline: String(isBaseline),
      ...(kind !== undefined && { absenceType: kind }),
    },
  }
  return { ...state, sequence: state.sequence + 1, outbox: [...state.outbox, entry] }
}
