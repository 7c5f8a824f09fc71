import * as z from 'zod'
import { codec } from '../schema.ts'

const Stopped = z.object({ at: z.string(), reason: z.string() })

const Throttling = z.object({
  inARow: z.number(),
  people: z.array(z.object({ person: z.string(), until: z.number() })),
})

/** What is known of an endpoint. Moments are by the clock of the machines. */
export const EndpointRecord = z.object({
  /** When it last began to take nothing, UTC; null while it takes what it is sent. */
  failingSince: z.string().nullable().default(null),
  /** How many tries have failed since one did not. */
  failures: z.number().default(0),
  /** Nothing is sent there until somebody resumes it. */
  stopped: Stopped.nullable().default(null),
  /** Nothing is sent before this moment, epoch milliseconds. */
  notBefore: z.number().default(0),
  /**
   * Whom it asked for patience with: how many of them one after another, nobody being taken between, and until when
   * nothing of each is sent, epoch milliseconds. Code of before it knows nothing of it, and leaves it there.
   */
  throttling: Throttling.default({ inARow: 0, people: [] }),
  /** The wake that is on its way, UTC; any other is superseded. */
  wakeAt: z.string().nullable().default(null),
  /** Who last came while it was somebody else's turn, which is to be followed by another. */
  askedBy: z.string().nullable().default(null),
  /** Who of those has had it: another than who last came, where whoever had the turn died. */
  followed: z.string().nullable().default(null),
})
export type EndpointRecord = z.infer<typeof EndpointRecord>

export const endpointCodec = codec('an endpoint', EndpointRecord, [(item) => item])
