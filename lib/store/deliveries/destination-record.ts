import * as z from 'zod'
import { codec } from '../schema.ts'

const Gone = z.object({ reason: z.string(), fingerprint: z.string() })
/** An address that is no longer there, and which one it was. */
export type Gone = z.infer<typeof Gone>

const Failing = z.object({
  since: z.number(),
  tries: z.number(),
  last: z.number().optional(),
  /** Why it is to be put aside: what came after it may have been told, so that it is not tried any more. */
  aside: z.string().optional(),
})
/**
 * Since when a destination fails at one thing, epoch milliseconds by the clock of the machines, at how many tries since
 * it took something else beside, and when it was tried last.
 */
export type Failing = z.infer<typeof Failing>

/** The record of a destination. */
export const DestinationRecord = z.object({
  /** What the last message said, where that has not been settled. */
  sent: z.array(z.string()).default([]),
  /** No message before this moment, epoch milliseconds by the clock of the machines. */
  notBefore: z.number().default(0),
  gone: Gone.nullable().default(null),
  /** How many turns failed, one after another, in which it took nothing. */
  failedTurns: z.number().optional(),
  /** When it last took something, that was not all there was; and no turn has failed since. */
  takesSome: z.boolean().optional(),
  /** What the destination fails at, by the ids of what waits. Where it is lost, it is found out again. */
  failing: z.record(z.string(), Failing).optional(),
})
export type DestinationRecord = z.infer<typeof DestinationRecord>

export const destinationCodec = codec('a destination', DestinationRecord, [(item) => item])
