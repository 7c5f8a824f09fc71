import * as z from 'zod'
import { TimeZone } from '../../attendance/rules.ts'
import { days, eventType, name, show, timeOfDay, Where } from '../../routing/where.ts'

const destinations = {
  slack: z.array(name).default([]).describe('Slack channels, of `slack.channels`'),
  email: z.array(name).default([]).describe('Audiences, of `audiences`'),
}

/** One rule: which events go where, and how. */
export const AlertRule = z
  .strictObject({
    name: name.describe('What the rule is called; nobody is told it'),
    on: z.array(eventType).min(1).describe('Types of events'),
    where: Where.prefault({}),
    ...destinations,
    group: z
      .int()
      .min(0)
      .max(3_600)
      .default(60)
      .describe('Seconds for which events are gathered into one message'),
    staleAfterHours: z
      .number()
      .positive()
      .max(2_160)
      .default(12)
      .describe('What is sent later than this after it happened goes into a note of its own'),
    show: show.describe(
      'What is shown of an absence; never more than `privacy.absences` lets out. `return-overdue` and `where.absenceTypes` need more than `opaque`',
    ),
  })
  .describe('Which events people are notified of')
export type AlertRule = z.infer<typeof AlertRule>

const digestParts = ['off-today', 'in-now', 'open-clockings', 'returning-tomorrow'] as const
export type DigestPart = (typeof digestParts)[number]

/** A summary at a time of day. */
export const Digest = z
  .strictObject({
    name: name.describe('What the digest is called; it begins with it'),
    at: timeOfDay.describe('Local time at which it is sent'),
    days: days.optional(),
    timeZone: TimeZone.optional().describe(
      'The zone of `at` and `days`, and of the next working day, on which people are back; who is off today goes by their own day. `workday.timeZone` where left out',
    ),
    ...destinations,
    include: z
      .array(z.enum(digestParts))
      .min(1)
      .refine((parts) => new Set(parts).size === parts.length, 'must not have a part twice')
      .describe('What it says, in this order'),
    skipEmpty: z.boolean().default(false).describe('Whether nothing is sent where all is empty'),
    show,
  })
  .describe('A summary that is sent at a time of day')
export type Digest = z.infer<typeof Digest>

/** Where a roll call goes. */
export const rollCallRoute = z.strictObject(destinations)

/** The part of the settings that says what people are sent. */
export const alertSettings = {
  organisation: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line')
    .min(1)
    .max(40)
    .optional()
    .describe('Whose mails they are, at the end of their subjects; `name` where left out'),
  mail: z
    .strictObject({
      from: z
        .string()
        .regex(z.regexes.email, 'must be an email address')
        .optional()
        .describe(
          'A sender that SES knows: mails go through SES, in HTML, too; left out, through SNS in plain text',
        ),
    })
    .prefault({})
    .describe('How mails are sent'),
  slack: z
    .strictObject({
      channels: z
        .array(name)
        .default([])
        .describe('Names of channels; their webhook URLs are in Secrets Manager by these names'),
    })
    .prefault({})
    .describe('Where Slack messages may go'),
  audiences: z
    .record(name, z.array(z.email()).min(1))
    .default({})
    .describe('Groups of email addresses, by name'),
  alerts: z.array(AlertRule).default([]).describe('What people are notified of as it happens'),
  digests: z.array(Digest).default([]).describe('What people are sent at a time of day'),
  rollCall: rollCallRoute
    .prefault({})
    .describe('Where a roll call goes that names no destination of its own'),
}
