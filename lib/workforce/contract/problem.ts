import * as z from 'zod'

/** The body of an error response, `application/problem+json` (spec section 7). */
export const Problem = z
  .object({
    status: z.int(),
    type: z.string(),
    title: z.string().nullish(),
    details: z.string().nullish(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** The fragments that end a problem's `type`, with their HTTP status (spec section 7). */
export const problemTypes = {
  'token-expired': { status: 401, title: 'The bearer token has expired' },
  forbidden: { status: 403, title: 'Access is forbidden' },
  'resource-not-found': { status: 404, title: 'The resource was not found' },
  conflict: { status: 409, title: 'The request conflicts with the state of the resource' },
  'field-validation': { status: 422, title: 'The request has invalid fields' },
} as const
export type ProblemFragment = keyof typeof problemTypes
