import * as z from 'zod'

/** A request to poll a shard, as it travels through SQS; this file alone knows how. */
const Tick = z.object({ shardId: z.string().regex(/^\d{4,9}$/) })
export type Tick = z.infer<typeof Tick>

/** A tick that SQS is to hold back for a while. */
export type DelayedTick = Tick & { delaySeconds: number }

/** An SQS message that is not a tick. */
export class TickError extends Error {
  override readonly name = 'TickError'
}

/** The body of the SQS message. */
export const writeTick = ({ shardId }: Tick): string => JSON.stringify({ shardId })

/**
 * Reads the body of an SQS message.
 * @throws {TickError} where it is not a tick; the body is not repeated
 */
export const readTick = (body: string): Tick => {
  try {
    return Tick.parse(JSON.parse(body))
  } catch {
    throw new TickError('The message is not {"shardId": "0001"}')
  }
}
