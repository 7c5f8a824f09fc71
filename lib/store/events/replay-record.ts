import * as z from 'zod'
import { codec } from '../schema.ts'

/** Where the events go that are sent again: an endpoint by its name, or a queue by its ARN. */
export const ReplayTarget = z.union([
  z.strictObject({ webhook: z.string().min(1).max(80) }),
  z.strictObject({ queue: z.string().min(1).max(300) }),
])
export type ReplayTarget = z.infer<typeof ReplayTarget>

const Moment = z.iso.datetime({ offset: true })

/** What is asked to be sent again. Moments are UTC; a moment at the end is not part of the span. */
export const ReplayRequest = z.strictObject({
  to: ReplayTarget,
  /** By when events were recorded. */
  span: z.strictObject({ from: Moment, to: Moment }),
  /** Types of events, as they carry it; all where it is null. */
  types: z.array(z.string().max(80)).min(1).max(50).nullable(),
  /** One employee's id, or null for everyone. */
  employeeId: z.guid().nullable(),
  /** So many events are sent each second, at most. */
  perSecond: z.number().min(1).max(1_000),
  /** Whether events are counted alone. */
  isDryRun: z.boolean(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

/** How far a replay has come. */
export const ReplayProgress = z.object({
  id: z.guid(),
  request: ReplayRequest,
  state: z.enum(['running', 'done']),
  /** UTC, by the clock of the machines. */
  startedAt: z.string(),
  updatedAt: z.string(),
  /** All of the lanes before this one is done, and of it the segments up to a position; and of the next so many events. */
  lane: z.number(),
  position: z.number(),
  within: z.number(),
  /** How many events were sent, or counted, by type. */
  counts: z.record(z.string(), z.number()),
  /** Grows by one with every write; every write is conditional on it. */
  version: z.int().min(0),
})
export type ReplayProgress = z.infer<typeof ReplayProgress>

export const replayCodec = codec("a replay's progress", ReplayProgress, [(item) => item])
