import * as z from 'zod'
import type { EpochMs } from '../../attendance/moments.ts'
import type { CallPace } from '../../workforce/call-pace.ts'

const shardId = z.string().regex(/^\d{4,9}$/)
const moment = z.int().positive()

/**
 * A request to poll a shard, as it travels through SQS; this file alone knows how. Moments are epoch
 * milliseconds by the clock of the machines.
 */
const Tick = z.object({
  shardId,
  /** How fast and when the poll may ask; left out by who does not plan, such as an operator. */
  slot: z
    .object({ requestsPerSecond: z.number().positive(), from: moment, until: moment })
    .optional(),
})
export type Tick = z.infer<typeof Tick>

/** A tick that SQS is to hold back for a while. */
export type DelayedTick = Tick & { delaySeconds: number }

/** An SQS message that is not a tick. */
export class TickError extends Error {
  override readonly name = 'TickError'
}

/** The body of the SQS message. */
export const writeTick = ({ shardId, slot }: Tick): string => JSON.stringify({ shardId, slot })

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

/** SQS holds a tick back to the second, so that no poll is further ahead of its slot than this. */
const furthestAhead = 1_000

/**
 * How fast and when the poll of a tick may ask.
 * @param usual requests a second where the tick does not say
 * @param now by the clock of the machines
 */
export const pollPace = (slot: Tick['slot'], usual: number, now: EpochMs): CallPace =>
  slot === undefined
    ? { requestsPerSecond: usual, from: now, until: Number.POSITIVE_INFINITY }
    : { ...slot, from: Math.min(slot.from, now + furthestAhead) }
