import * as z from 'zod'
import { eventNames } from '../attendance/events/events.ts'
import type { Privacy } from '../attendance/rules.ts'
import { knownAbsenceTypes } from '../workforce/reading.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** Days of the week in the order of ISO 8601, Monday first. */
export type Weekday = (typeof weekdays)[number]
/** The day of the week of an ISO number, 1 (Monday) to 7. */
export const weekdayOf = (isoNumber: number): Weekday => weekdays[isoNumber - 1] ?? 'sun'

/** What channels, audiences, rules, digests and webhooks are called. */
export const name = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,39}$/,
    'must be 1 to 40 of a-z, 0-9, _ and -, a letter or digit first',
  )
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')
export const days = z
  .array(z.enum(weekdays))
  .min(1)
  .describe('Days of the week; all where left out')

/** A type of event as settings name it. */
export const eventType = z
  .enum(eventNames)
  .describe('A type of event, without the `attendance.` that begins its `type`')

/** What a route shows of an absence. */
export const show = z
  .enum(['opaque', 'category', 'full'])
  .default('opaque')
  .describe('What is shown of an absence; never more than `privacy.absences` lets out')
/** A `$type` as the Workforce API spells it, where it is one that is known. */
const spelled = (type: string): string =>
  knownAbsenceTypes.find((known) => known.toLowerCase() === type.toLowerCase()) ?? type

const texts = z.array(z.string().regex(/\S/, 'must not be blank')).min(1)
export const Where = z
  .strictObject({
    jobTitles: texts.optional().describe('Only these job titles, whatever their case'),
    employees: texts.optional().describe('Only these employees: ids or external references'),
    absenceTypes: z
      .array(z.string().min(1).transform(spelled))
      .min(1)
      .optional()
      .describe(
        'Only absences of these `$type`s, such as Holiday or Sickness, whatever their case; needs `show` of `category` or `full`',
      ),
    hours: z
      .strictObject({
        from: timeOfDay.default('00:00').describe('When the span begins'),
        to: z
          .string()
          .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day, HH:MM, or 24:00')
          .default('24:00')
          .describe('When it ends'),
        days: days.optional(),
      })
      .optional()
      .describe(
        'Only what happens in this span, by the local clock of the employee; over midnight where `to` is the earlier. Whole days begin at 00:00',
      ),
  })
  .describe('Which events of these types; all where left out')
export type Where = z.infer<typeof Where>

/** How much of an absence each level shows, from least to most. */
export const showLevels = ['opaque', 'category', 'full'] as const satisfies Privacy['absences'][]
export type Show = (typeof showLevels)[number]

/** How much is shown of an absence, by its `$type`; undefined where that is not said. */
export type ShowOfKind = (kind: string | undefined) => Show
