import * as z from 'zod'
import { eventNames } from '../attendance/events/events.ts'
import { BoundedMoment } from '../workforce/reading.ts'
import { ReadApiError } from './problem.ts'

const between = (min: number, max: number, usual: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(rule).int(rule).min(min, rule).max(max, rule).default(usual)
}

const guid = z.guid('must be the id of an employee')
const prefix = 'attendance.'

/** Types of events, with their prefix or without. */
const types = z
  .preprocess(
    (text) =>
      typeof text === 'string'
        ? text
            .split(',')
            .map((each) => (each.startsWith(prefix) ? each.slice(prefix.length) : each))
        : text,
    z.array(z.enum(eventNames, `must be of: ${eventNames.join(', ')}`)).min(1),
  )
  .describe('Only events of these types, as `clocked-in,clocked-out`')

/** What `GET /events` takes. */
export const EventsQuery = z.strictObject({
  after: z
    .string()
    .max(400, 'is not a cursor: it must be the cursor of an answer, or latest')
    .optional()
    .describe(
      'The `cursor` of the answer before; `latest`: only what comes from now on; without it: from the oldest that is kept',
    ),
  type: types.optional(),
  employee: guid.optional().describe('Only events of this employee'),
  limit: between(1, 1_000, 100).describe('So many events at most'),
})

const isMomentWithOffset = (text: string): boolean =>
  BoundedMoment.safeParse(text).success && /(Z|[+-]\d\d:\d\d)$/.test(text)

/** What `GET /presence` takes. */
export const PresenceQuery = z.strictObject({
  at: z
    .string()
    .refine(
      isMomentWithOffset,
      'must be a moment with its offset, such as 2026-11-20T09:00:00Z; in a query + is written %2B',
    )
    .meta({ maxLength: 40, format: 'date-time' })
    .optional()
    .describe('A past moment, RFC 3339; without it: now'),
  after: guid.optional().describe('The `next` of the answer before'),
  limit: between(1, 10_000, 10_000).describe('So many people at most'),
})

/** What `GET /employees/{id}` takes. */
export const EmployeeQuery = z.strictObject({
  before: z.coerce
    .number('must be the `before` of the answer before')
    .int('must be the `before` of the answer before')
    .min(1, 'must be the `before` of the answer before')
    .optional()
    .describe('The `before` of the answer before: older events'),
  limit: between(1, 500, 50).describe(
    'About so many events: some more where they were published at once',
  ),
})

/** The `id` of `GET /employees/{id}`. */
export const EmployeePath = z.strictObject({ id: guid.describe('The id of an employee') })

const problemsOf = ({ issues }: z.core.$ZodError, known: readonly string[]): string =>
  issues
    .map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no parameter ${issue.keys.join(', ')}: allowed are ${known.join(', ')}`
        : `${String(issue.path[0])}: ${issue.message}`,
    )
    .join('; ')

/**
 * Reads the parameters of a request.
 * @throws {ReadApiError} 400, which names each parameter that cannot be used, and what is allowed
 */
export const readParameters = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  parameters: Record<string, string | undefined> = {},
): z.infer<z.ZodObject<Shape>> => {
  const read = schema.safeParse(parameters)
  if (read.success) return read.data
  throw new ReadApiError(400, problemsOf(read.error, Object.keys(schema.shape)))
}
