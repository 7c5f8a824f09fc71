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

/** JSON as the topic and queues take it, whoever wrote it. */
export const inMessage = (json: string): string =>
  json.replace(refused, (character) => `\\u${character.charCodeAt(0).toString(16)}`)

/** An event, or what holds some, as the topic and queues take it. */
export const asMessage = (event: unknown): string => inMessage(JSON.stringify(event))

/** What may stand in a message attribute: subscribers filter by it, so it stays a plain word. */
const plainWord = /^[\w .-]{1,100}$/

const absenceType = (data: Draft['data']): string | undefined => {
  const type = 'absence' in data ? data.absence.$type : undefined
  return type === undefined || plainWord.test(type) ? type : 'Unrecognised'
}

/** What distinguishes an event from others of the same draft. */
type Numbering = {
  sequence: number
  facts: readonly unknown[]
  isBaseline: boolean
  isSnapshot?: boolean
}

const envelope = (
  state: EmployeeState,
  draft: Draft,
  { now, after, rules }: Recording,
  { sequence, facts, isBaseline, isSnapshot = false }: Numbering,
) => {
  const recordedtime = utc(now)
  return {
    specversion: '1.0',
    id: eventId(draft.name, [state.employeeId, ...facts]),
    source: rules.source,
    type: `attendance.${draft.name}`,
    subject: state.employeeId,
    time: draft.time,
    recordedtime,
    sequence: String(sequence).padStart(20, '0'),
    ...(isBaseline && { baseline: true as const }),
    ...(isSnapshot && { snapshot: true as const }),
    datacontenttype: 'application/json',
    dataschema: dataschemaOf(draft.name),
    data: {
      employee: employeeSummary(state, rules),
      ...draft.data,
      observed: { after, by: recordedtime },
    },
  }
}

const entryOf = (
  state: EmployeeState,
  draft: Draft,
  recording: Recording,
  numbering: Numbering,
): OutboxEntry => {
  const event = envelope(state, draft, recording, numbering)
  const kind = absenceType(draft.data)
  return {
    id: event.id,
    type: event.type,
    time: event.time,
    recordedtime: event.recordedtime,
    message: asMessage(event),
    attributes: {
      type: event.type,
      employeeId: state.employeeId,
      baseline: String(numbering.isBaseline),
      ...(numbering.isSnapshot && { snapshot: 'true' }),
      ...(kind !== undefined && { absenceType: kind }),
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
  const sequence = state.sequence + 1
  const entry = entryOf(state, draft, recording, { sequence, facts: draft.facts, isBaseline })
  return { ...state, sequence, outbox: [...state.outbox, entry] }
}

/**
 * What is so of an employee, for one subscriber: it has the number of the last event, and changes nothing. Its id
 * is that of what it says, and of when.
 */
export const snapshotEntry = (
  state: EmployeeState,
  draft: Draft,
  recording: Recording,
): OutboxEntry => {
  const { sequence } = state
  const facts = [
    'snapshot',
    utc(recording.now),
    sequence,
    employeeSummary(state, recording.rules),
    draft.data,
  ]
  return entryOf(state, draft, recording, { sequence, facts, isBaseline: true, isSnapshot: true })
}
