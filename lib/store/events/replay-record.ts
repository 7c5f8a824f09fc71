import * as z from 'zod'
import { codec } from '../schema.ts'

/** Where the events go that are sent again: an endpoint by its name, or a queue by its ARN. */
export const ReplayTarget = z.union([
  z.strictObject({ webhook: z.string().min(1).max(80) }),
  z.strictObject({ queue: z.string().min(1).max(300) }),
])
export type ReplayTarget = z.infer<typeof ReplayTarget>

const Moment = z.iso.datetime({ offset: true })

const common = {
  to: ReplayTarget,
  /** So many events are sent each second, at most. */
  perSecond: z.number().min(1).max(1_000),
  /** Whether events are counted alone. */
  isDryRun: z.boolean(),
}

/** What is asked to be sent again. Moments are UTC; a moment at the end is not part of the span. */
export const ReplayRequest = z.strictObject({
  ...common,
  /** By when events were recorded. */
  span: z.strictObject({ from: Moment, to: Moment }),
  /** Types of events, as they carry it; all where it is null. */
  types: z.array(z.string().max(80)).min(1).max(50).nullable(),
  /** One employee's id, or null for everyone. */
  employeeId: z.guid().nullable(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

/** That somebody is to be told how things stand. */
export const SnapshotRequest = z.strictObject({ ...common, snapshot: z.literal(true) })
export type SnapshotRequest = z.infer<typeof SnapshotRequest>

/** How far a replay or a snapshot has come. */
export const ReplayProgress = z.object({
  id: z.guid(),
  request: z.union([ReplayRequest, SnapshotRequest]),
  state: z.enum(['running', 'done']),
  /** UTC, by the clock of everything that is published. */
  startedAt: z.string(),
  updatedAt: z.string(),
  /**
   * All of the lanes before this one is done, and of it the segments up to a position, and of the next the events
   * before a place. Of a snapshot it is the number of a shard.
   */
  lane: z.number(),
  position: z.number(),
  within: z.number(),
  /** Of a snapshot: up to which employee of the shard everybody was told of. */
  after: z.string(),
  /** Likewise of whom `within` is, and the version of their state by which it counts. */
  whose: z.string().optional(),
  /** How many events cannot be read; of a snapshot, how many people's state. */
  unreadable: z.number(),
  /** Whether something that may have been asked for had expired before what is kept. */
  isPartlyGone: z.boolean().default(false),
  /** What the queue refused for what it is: how many events, and the first of them. Code of before it drops it. */
  refused: z
    .object({
      count: z.number(),
      first: z.array(z.object({ id: z.string(), reason: z.string() })),
    })
    .optional(),
  /** How many events were sent, or counted, by type. */
  counts: z.record(z.string(), z.number()),
  /** Grows by one with every write; every write is conditional on it. */
  version: z.int().min(0),
})
export type ReplayProgress = z.infer<typeof ReplayProgress>

export const replayCodec = codec("a replay's progress", ReplayProgress, [(item) => item])
