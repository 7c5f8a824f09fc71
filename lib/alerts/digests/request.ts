import * as z from 'zod'
import { name } from '../../routing/where.ts'
import { BoundedMoment } from '../../workforce/reading.ts'

/** A roll call or a test goes everywhere at once, so to no more than this. */
const maxDestinations = 50
const destinations = z.array(name).max(maxDestinations).optional()
const route = { slack: destinations, email: destinations }

/** What `send-digest` is invoked with. */
const DigestRequest = z.union([
  z.object({
    digest: name,
    /** The moment it was scheduled for: a repeat of the same is not sent again. */
    scheduledTime: BoundedMoment,
  }),
  z.object({ rollCall: z.literal(true), ...route }),
  z.object({ test: z.literal(true), ...route }),
])
export type DigestRequest = z.infer<typeof DigestRequest>

/** An invocation that asks for nothing that can be done. */
export class DigestRequestError extends Error {
  override readonly name = 'DigestRequestError'
}

/** @throws {DigestRequestError} where it is neither a digest nor a roll call nor a test */
export const readDigestRequest = (input: unknown): DigestRequest => {
  const read = DigestRequest.safeParse(input)
  if (read.success) return read.data
  throw new DigestRequestError(
    'Invoke with {"digest": "<name>", "scheduledTime": "<date-time>"}, {"rollCall": true} or {"test": true}',
  )
}
