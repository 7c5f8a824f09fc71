import * as z from 'zod'
import { codec } from '../schema.ts'

const Gone = z.object({ reason: z.string(), fingerprint: z.string() })
/** An address that is no longer there, and which one it was. */
export type Gone = z.infer<typeof Gone>

/** The record of a destination. */
export const DestinationRecord = z.object({
  /** What the last message said, where that has not been settled. */
  sent: z.array(z.string()).default([]),
  /** No message before this moment, epoch milliseconds by the clock of the machines. */
  notBefore: z.number().default(0),
  gone: Gone.nullable().default(null),
})
export type DestinationRecord = z.infer<typeof DestinationRecord>

export const destinationCodec = codec('a destination', DestinationRecord, [(item) => item])
