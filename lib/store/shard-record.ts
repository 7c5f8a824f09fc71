import * as z from 'zod'
import { Resting } from '../attendance/resting.ts'
import { StoredMoment } from '../attendance/state/state.ts'
import { Delivered } from './delivered.ts'
import { codec } from './schema.ts'

/** Somebody whom the polls of a shard have left behind. Moments are UTC date-times. */
const Behind = z.object({
  /** Their last complete answer came at this moment or later. */
  since: StoredMoment,
  /** How often in a row they could not be asked, for a reason of their own. */
  tries: z.int().min(0),
  /** They are not asked before this moment. */
  retryAt: StoredMoment.nullable(),
})
export type Behind = z.infer<typeof Behind>

const BehindById = z.record(z.string(), Behind)

/** What the last polls of a shard needed of the API (docs/decisions/planned-budget.md). */
const Needs = z.object({
  /** Calls of a poll for clockings, and for absences where these are due. */
  clockings: z.number().min(0),
  absences: z.number().min(0),
  /** How long a call takes, in milliseconds. */
  latency: z.number().min(0),
  /** When they were last asked to slow down, by the clock of the machines. */
  throttledAt: z.int().nullable(),
})
export type Needs = z.infer<typeof Needs>

/** The record of a shard. Moments are UTC date-times. */
export const Shard = z.object({
  shardId: z.string(),
  members: z.int().min(0),
  /** Every employee who is not behind, and does not rest, has been asked for clockings at or after this moment. */
  polledThrough: StoredMoment,
  /** Likewise for absences; null before they were asked for at all. */
  absencesReadAt: StoredMoment.nullable(),
  /** Those of whom that is not true, by id. */
  behind: z.object({ clockings: BehindById, absences: BehindById }),
  /** An operator's word that whatever was missing by this moment is gone. */
  lossAcceptedAt: StoredMoment.nullable().default(null),
  /**
   * Moves with every poll that writes an item of the shard: what a poll remembers of the last one holds
   * as long as it stays (docs/decisions/idle-polls-read-nothing.md). Missing where nobody can say.
   */
  revision: z.string().optional(),
  /** The roster refresh that last wrote items of the shard, and whether it has ended. */
  edit: z.object({ by: z.string(), isOpen: z.boolean() }).optional(),
  /** Missing where no poll has delivered what it saved. */
  delivered: Delivered.optional(),
  /** Missing where no poll has said, or none that can be read: plans then go by the members. */
  needs: Needs.optional().catch(undefined),
  /** What the last poll left people out by who rest; missing where it left out nobody. */
  resting: Resting.optional(),
})
export type Shard = z.infer<typeof Shard>

/** How far the polls of a shard have come. */
export type Progress = Pick<
  Shard,
  'polledThrough' | 'absencesReadAt' | 'behind' | 'revision' | 'delivered' | 'needs' | 'resting'
>

/** A shard as a poll takes it, with the number of that poll: each has another, and the next is larger. */
export type LeasedShard = Shard & { poll: number }

export type Edit = NonNullable<Shard['edit']>

/** Nobody is behind. */
export const nobodyBehind: Shard['behind'] = { clockings: {}, absences: {} }

/** A pass that ran out of time was remembered in a sweep; who was behind, in their items. */
const from0 = ({ sweep: _sweep, ...shard }: Record<string, unknown>) => ({
  ...shard,
  behind: nobodyBehind,
})

export const shardCodec = codec('a shard', Shard, [from0])
