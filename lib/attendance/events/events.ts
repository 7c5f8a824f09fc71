import * as z from 'zod'
import { EstimatedReturn } from '../../workforce/contract/absence.ts'
import { ClockingBreak } from '../../workforce/contract/clocking.ts'
import { KnownAbsence, KnownClocking } from '../state/state.ts'

/**
 * The event catalog: CloudEvents 1.0 in structured JSON, one for each SNS message.
 * The published JSON Schemas and the AsyncAPI document are generated from here.
 */

const moment = z.string().meta({ format: 'date-time', description: 'UTC date-time' })

export const EmployeeSummary = z
  .object({
    id: z.guid(),
    givenName: z.string(),
    familyName: z.string(),
    jobTitle: z.string().nullable(),
    externalReference: z.string().nullable(),
    email: z.string().optional().describe('Only where `privacy.emails` is on'),
    payrollNumber: z
      .string()
      .nullable()
      .optional()
      .describe('Only where `privacy.payrollNumbers` is on'),
  })
  .meta({ id: 'EmployeeSummary', description: 'Whom the event is about' })
export type EmployeeSummary = z.infer<typeof EmployeeSummary>

const Observed = z
  .object({ after: moment.nullable(), by: moment })
  .meta({ id: 'Observed', description: 'The two polls between which the change became visible' })

const AnyJson = z.json()
const ChangeSchema = z
  .object({ field: z.string(), before: AnyJson, after: AnyJson })
  .meta({ id: 'Change' })
const changes = z.array(ChangeSchema).min(1)

const ids = { id: z.guid(), employeeId: z.guid() }
export const PublishedClocking = KnownClocking.extend(ids).meta({ id: 'Clocking' })
export const PublishedAbsence = KnownAbsence.extend({
  ...ids,
  timeZone: z
    .string()
    .optional()
    .describe("The employee's IANA zone, by which `start` and `end` are meant; since schema 2"),
}).meta({ id: 'Absence' })

const common = { employee: EmployeeSummary, observed: Observed }
const ofClocking = z.object({ ...common, clocking: PublishedClocking })
const ofBreak = ofClocking.extend({ break: ClockingBreak })
const ofAbsence = z.object({ ...common, absence: PublishedAbsence })
const ofEmployee = z.object({
  ...common,
  employment: z.object({ start: z.string().nullable(), end: z.string().nullable() }),
})

/** What each type of event carries in `data`, by the type without its `attendance.` prefix. */
export const eventData = {
  'clocked-in': ofClocking,
  'clocked-out': ofClocking,
  'break-started': ofBreak,
  'break-ended': ofBreak,
  'clocking-amended': ofClocking.extend({ changes }),
  'clocking-removed': ofClocking,
  'absence-started': ofAbsence,
  'absence-ended': ofAbsence,
  'absence-amended': ofAbsence.extend({ changes }),
  'absence-withdrawn': ofAbsence,
  'employee-joined': ofEmployee,
  'employee-changed': ofEmployee.extend({ changes }),
  'employee-left': ofEmployee,
  'clocking-overdue': ofClocking,
  'break-overdue': ofBreak,
  'clocked-in-while-absent': ofClocking.extend({ absence: PublishedAbsence }),
  'return-overdue': ofAbsence.extend({
    estimatedReturn: moment.describe(
      'The estimated return that has passed; the last moment of its day where it has no time',
    ),
    expected: EstimatedReturn.optional().describe(
      'The estimated return by the clock of `absence.timeZone`; since schema 2',
    ),
  }),
} as const

export type EventName = keyof typeof eventData
export const eventNames = Object.keys(eventData) as EventName[]

/** Events about an absence name its zone from their second schema on. */
const dataVersions = (name: EventName): readonly number[] =>
  'absence' in eventData[name].shape ? [1, 2] : [1]

/** The `dataschema` of what is published now. A compatible change gives a type the next number. */
export const dataschemaOf = <Name extends EventName>(name: Name) =>
  `urn:attendance-events:${name}:${dataVersions(name).length}` as const

/** When each type of event happens, for the generated references. */
export const eventMeanings: Record<EventName, string> = {
  'clocked-in': 'A clocking is first seen; `time` is its start.',
  'clocked-out': 'The end of a clocking appears; `time` is that end.',
  'break-started': 'A break is first seen; `time` is its start.',
  'break-ended': 'The end of a break appears; `time` is that end.',
  'clocking-amended':
    'Anything else about a clocking changed, its end taken back included; `changes` has before and after.',
  'clocking-removed':
    'A clocking is gone: missing from complete answers for `polling.removalAfterMinutes`.',
  'absence-started':
    "The employee's local clock reached the start of an absence that lasts for some time; of one that had ended and was moved to after that by one correction, once more.",
  'absence-ended':
    "The employee's local clock passed the end of an absence that had started; its start, where the end was corrected to before that.",
  'absence-amended':
    'An absence that had started changed, or goes by the clock of another zone; `changes` has before and after.',
  'absence-withdrawn': 'An absence that had started is gone before its end.',
  'employee-joined': 'An employee appeared on the roster.',
  'employee-changed': "An employee's name, job or employment changed.",
  'employee-left': 'An employee is no longer on the roster, or is terminated.',
  'clocking-overdue': 'A clocking has been open for longer than the settings allow.',
  'break-overdue': 'A break has been open for longer than the settings allow.',
  'clocked-in-while-absent':
    'An open clocking overlaps an absence for longer than `attention.absenceGraceMinutes`; where the absence begins with a day, a shift from before it has until midday.',
  'return-overdue':
    'A sickness is still open past its estimated return, or past the day of it where it has no time.',
}

/** The CloudEvents envelope around the data of one type of event. */
export const eventSchema = <Name extends EventName>(name: Name) =>
  z.object({
    specversion: z.literal('1.0'),
    id: z.guid().describe('UUIDv5: a repeat of the same event has the same id'),
    source: z.string().describe('`/attendance-events/<environment>`'),
    type: z.literal(`attendance.${name}`),
    subject: z.guid().describe('The id of the employee'),
    time: moment.describe('When it happened'),
    recordedtime: moment.describe('When it was seen'),
    sequence: z.string().length(20).describe("The number of this among the employee's events"),
    baseline: z
      .literal(true)
      .optional()
      .describe('Only on what was so before the first run, and on what is so in a snapshot'),
    snapshot: z
      .literal(true)
      .optional()
      .describe(
        'Only on what tells one subscriber how things stand; `sequence` is that of the last event before',
      ),
    datacontenttype: z.literal('application/json'),
    dataschema: z.literal(
      dataVersions(name).map((version) => `urn:attendance-events:${name}:${version}` as const),
    ),
    data: eventData[name],
  })

/** The data of one type of event. */
export type DataOf<Name extends EventName> = z.infer<(typeof eventData)[Name]>

/** Any event, discriminated by `type`. */
export type AttendanceEvent = {
  [Name in EventName]: Omit<z.infer<ReturnType<typeof eventSchema<Name>>>, 'data'> & {
    type: `attendance.${Name}`
    data: DataOf<Name>
  }
}[EventName]
