import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ifCondition } from './errors.ts'
import {
  dropLease,
  type Lease,
  leaseIsStillMine,
  leaseValues,
  noOtherLeaseRuns,
  setLease,
} from './lease.ts'
import { itemsOf } from './query.ts'
import { keys } from './tables.ts'

/** A pass over a shard that ran out of time: what is still to be polled, and since when. */
const Sweep = z.object({
  startedAt: z.string(),
  /** Whether absences are asked for, too. */
  absences: z.boolean(),
  /** The next employee, and the one at which the pass began, cyclic in the order of ids. */
  next: z.string(),
  until: z.string(),
})
export type Sweep = z.infer<typeof Sweep>

/** The record of a shard. Moments are UTC date-times. */
export const Shard = z.object({
  shardId: z.string(),
  members: z.int().min(0),
  /** Every employee has been polled at or after this moment. */
  polledThrough: z.string(),
  absencesReadAt: z.string().nullable(),
  sweep: Sweep.nullable(),
})
export type Shard = z.infer<typeof Shard>

/** How far the polls of a shard have come. */
export type Progress = Pick<Shard, 'polledThrough' | 'absencesReadAt' | 'sweep'>

export type ShardStore = {
  /** Every shard, in the order of their ids. */
  all: () => Promise<Shard[]>
  /** Creates a shard's record; leaves one that exists as it is. */
  create: (shard: Shard) => Promise<void>
  setMembers: (shardId: string, members: number) => Promise<void>
  /** @returns the shard as it stands, or null where another lease runs or no such shard exists */
  takeLease: (shardId: string, lease: Lease) => Promise<Shard | null>
  /** Writes the progress of a poll and drops its lease; nothing where the lease was lost. */
  finish: (shardId: string, owner: string, progress: Progress) => Promise<boolean>
}

const isCreatedOnce = 'attribute_not_exists(pk)'
export const createShardStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): ShardStore => ({
  all: async () =>
    (await itemsOf(client, tableName, keys.roster, keys.shardPrefix, { isConsistent: true })).map(
      (item) => Shard.parse(item),
    ),

  create: async (shard) => {
    await ifCondition(() =>
      client.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...keys.shard(shard.shardId), ...shard },
          ConditionExpression: isCreatedOnce,
        }),
      ),
    )
  },

  setMembers: async (shardId, members) => {
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.shard(shardId),
        UpdateExpression: 'SET members = :members',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':members': members },
      }),
    )
  },

  takeLease: async (shardId, lease) => {
    let shard: Shard | null = null
    await ifCondition(async () => {
      const { Attributes } = await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: keys.shard(shardId),
          UpdateExpression: setLease,
          ConditionExpression: `attribute_exists(pk) AND ${noOtherLeaseRuns}`,
          ExpressionAttributeValues: leaseValues(lease),
          ReturnValues: 'ALL_NEW',
        }),
      )
      shard = Shard.parse(Attributes)
    })
    return shard
  },

  finish: (shardId, owner, { polledThrough, absencesReadAt, sweep }) =>
    ifCondition(() =>
      client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: keys.shard(shardId),
          UpdateExpression:
            'SET polledThrough = :polledThrough, absencesReadAt = :absencesReadAt, ' +
            `sweep = :sweep ${dropLease}`,
          ConditionExpression: leaseIsStillMine,
          ExpressionAttributeValues: {
            ':owner': owner,
            ':polledThrough': polledThrough,
            ':absencesReadAt': absencesReadAt,
            ':sweep': sweep,
          },
        }),
      ),
    ),
})
