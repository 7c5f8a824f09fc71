import * as z from 'zod'
import { isTimeZone } from '../workforce/reading.ts'

/** Which of the core's rules an environment sets, as its settings have them. */

/** An IANA time zone. */
export const TimeZone = z.string().refine(isTimeZone, {
  error: 'must be an IANA time zone such as Europe/London',
  params: { of: 'time zone' },
})

/** When and where people work. */
export const Workday = z
  .strictObject({
    timeZone: TimeZone.describe('For employees whose clockings name no valid zone'),
    midday: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')
      .default('12:30')
      .describe('Where the first half of a day ends and the second begins, local time'),
  })
  .describe('The working day')
export type Workday = z.infer<typeof Workday>

/** When something has gone on for too long. */
export const Attention = z
  .strictObject({
    clockingLongerThanHours: z
      .number()
      .min(1)
      .max(240)
      .nullable()
      .default(14)
      .describe('How long a clocking may be open'),
    breakLongerThanMinutes: z
      .number()
      .min(5)
      .max(1_440)
      .nullable()
      .default(120)
      .describe('How long a break may be open'),
    clockedInWhileAbsent: z
      .boolean()
      .default(true)
      .describe('Whether an open clocking during an absence is published'),
    absenceGraceMinutes: z
      .number()
      .min(0)
      .max(720)
      .default(30)
      .describe(
        'How long an open clocking and an absence must overlap to be published: who leaves a little late contradicts nothing',
      ),
    returnOverdue: z
      .boolean()
      .default(true)
      .describe('Whether a sickness that is open past its estimated return is published'),
  })
  .describe('What calls for attention; null or false switches a rule off')

export type AttentionRules = z.infer<typeof Attention>

/** What may leave the system; who is ill is health data. */
export const Privacy = z
  .strictObject({
    absences: z
      .enum(['opaque', 'category', 'full'])
      .default('category')
      .describe('opaque: an absence and its times; category: and its $type; full: everything'),
    notes: z.boolean().default(false).describe('Whether the notes of clockings are published'),
    emails: z.boolean().default(false).describe('Whether email addresses are published'),
    payrollNumbers: z.boolean().default(false).describe('Whether payroll numbers are published'),
  })
  .describe('What leaves the system')
export type Privacy = z.infer<typeof Privacy>

/** Whether what was so before the first run is published, or not at all. */
export const Baseline = z
  .enum(['silent', 'announce'])
  .default('silent')
  .describe('Whether the first run publishes what it finds, marked baseline')

/** The settings that decide what becomes an event and what it says, as functions get them. */
export const AttendanceRules = z.object({
  /** The `source` of the events, `/attendance-events/<environment>`. */
  source: z.string(),
  workday: Workday,
  attention: Attention,
  privacy: Privacy,
  baseline: Baseline,
})
export type AttendanceRules = z.infer<typeof AttendanceRules>
