import * as z from 'zod'
import {
  type AttendanceEvent,
  EmployeeSummary,
  PublishedAbsence,
  PublishedClocking,
} from '../attendance/events/events.ts'

const moment = z.string().meta({ format: 'date-time', description: 'UTC date-time' })

/** An event as it was published; its own schemas say which there are. */
export const AnyEvent = z.custom<AttendanceEvent>().meta({ id: 'Event' })

/** The answer of `GET /events`. */
export const EventsAnswer = z
  .object({
    events: z
      .array(AnyEvent)
      .describe(
        'In the order of `sequence` for each employee, as far as SNS took them so; a repeat has the same `id`',
      ),
    cursor: z.string().describe('Where to go on: the next `after`'),
    isMore: z
      .boolean()
      .describe('Whether there may be more at once; a page may be empty all the same'),
  })
  .meta({ id: 'Events' })
export type EventsAnswer = z.infer<typeof EventsAnswer>

const Presence = z
  .enum(['in', 'on-break', 'absent'])
  .describe('in: clocked in; on-break: clocked in, and on a break; absent: an absence has started')

/** Somebody who is not just out. */
export const PersonPresence = z
  .object({
    employee: EmployeeSummary,
    presence: Presence,
    since: moment.describe('Since when: of the clocking, the break, or the absence'),
    absence: PublishedAbsence.optional().describe(
      'The absence that has started, where there is one; who is in all the same has it, too',
    ),
  })
  .meta({ id: 'PersonPresence' })
export type PersonPresence = z.infer<typeof PersonPresence>

/** The answer of `GET /presence`. */
export const PresenceAnswer = z
  .object({
    at: moment.describe('The moment that it is about'),
    asOf: moment
      .nullable()
      .describe(
        'Everybody was asked about at this moment or later, but for as many as `uncertain` says; null where nobody was yet, or that is not known',
      ),
    uncertain: z
      .int()
      .describe(
        'How many people could not be asked about lately, or cannot be read, or not all that is shown of them; nobody who has left and is no longer asked about',
      ),
    counts: z.object({ in: z.int(), 'on-break': z.int(), absent: z.int() }),
    people: z.array(PersonPresence).describe('In the order of their ids; nobody who is just out'),
    next: z.guid().nullable().describe('Where to go on: the next `after`; null at the end'),
  })
  .meta({ id: 'PresenceOfPeople' })
export type PresenceAnswer = z.infer<typeof PresenceAnswer>

/** The answer of `GET /employees/{id}`. */
export const OneEmployeeAnswer = z
  .object({
    employee: EmployeeSummary,
    membership: z.enum(['member', 'leaver']),
    presence: z.enum([...Presence.options, 'out']),
    since: moment.nullable(),
    asOf: moment
      .nullable()
      .describe(
        'They were last asked about at this moment or later; null where never, or where that is not known',
      ),
    timeZone: z.string().describe('The IANA zone of their clock'),
    sequence: z.string().length(20).describe('Of their last event'),
    clockings: z
      .array(PublishedClocking)
      .describe('Those that are remembered: open, or ended lately'),
    absences: z.array(PublishedAbsence).describe('Likewise; none that has not started'),
    history: z.object({
      events: z.array(AnyEvent).describe('Newest first, as far as they are kept'),
      before: z.int().nullable().describe('Where to go on: the next `before`; null at the end'),
    }),
  })
  .meta({ id: 'EmployeeWithHistory' })
export type OneEmployeeAnswer = z.infer<typeof OneEmployeeAnswer>
