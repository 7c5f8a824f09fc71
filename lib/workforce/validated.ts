import type * as z from 'zod'
import type { OperationName } from './contract/operations.ts'
import { InvalidRequestError } from './errors.ts'

/**
 * Checks a request against the contract before it is sent.
 * @throws InvalidRequestError, which names each field and what is allowed, not the value
 */
export const validated = <T>(
  operation: OperationName,
  schema: z.ZodType<T>,
  request: unknown,
): T => {
  const read = schema.safeParse(request)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new InvalidRequestError(operation, `the request was not sent: ${problems.join('; ')}`)
}
