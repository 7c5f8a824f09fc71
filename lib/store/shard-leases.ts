import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ifCondition } from './errors.ts'
import {
  dropLease,
  type Lease,
  leaseIsStillMine,
  leaseValues,
  noOtherLeaseRuns,
  setLease,
} from './lease.ts'
import { isNotOfALaterVersion, UnreadableRecordError } from './schema.ts'
import { type LeasedShard, type Progress, shardCodec } from './shard-record.ts'
import { keys } from './tables.ts'

/** Who works on a shard. */
export type ShardLeases = {
  /**
   * Its revision is missing where whoever had the lease before did not come to their end.
   * @returns the shard as it stands, or null where another lease runs or no such shard exists
   * @throws {UnreadableRecordError} where its record cannot be read; no lease is left behind
   */
  takeLease: (shardId: string, lease: Lease) => Promise<LeasedShard | null>
  /**
   * Writes the progress of a poll and ends its lease. Where the lease was lost, it writes nothing of that, and
   * the revision that others left, or leave at their end, does not hold.
   */
  finish: (shardId: string, owner: string, progress: Progress) => Promise<boolean>
  /** Drops the lease, and leaves the progress as it was. Where the lease was lost, likewise. */
  release: (shardId: string, owner: string) => Promise<void>
}

/** The condition that a record exists. */
export const isThere = 'attribute_exists(pk)'

/** `schema` is one of DynamoDB's reserved words. */
const schemaName = { '#schema': 'schema' }

/** What writes to a shard's record, as an expression of DynamoDB says and under a condition. */
export const shardUpdate =
  (client: DynamoDBDocumentClient, tableName: string) =>
  (
    shardId: string,
    expression: string,
    condition: string,
    values?: Record<string, unknown>,
    returned: 'NONE' | 'ALL_OLD' = 'NONE',
  ) =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.shard(shardId),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeNames: `${expression} ${condition}`.includes('#schema')
          ? schemaName
          : undefined,
        ExpressionAttributeValues: values,
        ReturnValues: returned,
      }),
    )

/** Who ended a poll stays its last owner, until somebody else takes the lease. */
const isStillLeased = `${leaseIsStillMine} AND attribute_exists(leaseUntil)`
/**
 * The number of a poll is one more than that of the poll before. The first is a moment: a record that was
 * lost and made anew gives no number twice.
 */
const setPoll = `${setLease}, polls = if_not_exists(polls, :none) + :one`
const numberAfter = ({ polls }: Record<string, unknown>, { now }: Lease): number =>
  Number(polls ?? now) + 1

/**
 * Whether the last who had the lease is who wrote down the revision, which is not so after one that was killed,
 * and nobody who had lost the lease before had saved anything by then.
 */
const isEnded = ({ leaseOwner, revisedBy, disturbed }: Record<string, unknown>): boolean =>
  leaseOwner !== undefined && leaseOwner === revisedBy && leaseOwner !== disturbed

/** What sets fields of an item to values, those that have one. */
const setting = (values: Record<string, unknown>) => {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  return {
    fields: set.map(([name]) => `${name} = :${name}`).join(', '),
    values: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  }
}

/** The leases of shards, each in its shard's record. */
export const createShardLeases = (
  client: DynamoDBDocumentClient,
  tableName: string,
): ShardLeases => {
  const update = shardUpdate(client, tableName)

  /**
   * What whoever has lost the lease saved after others had read is in nobody's memory of the shard: not in
   * that of who has ended since, nor of who still works.
   */
  const dropRevision = (shardId: string, owner: string) =>
    ifCondition(() =>
      update(
        shardId,
        'SET disturbed = if_not_exists(leaseOwner, :owner) REMOVE revisedBy',
        `${isThere} AND ${isNotOfALaterVersion}`,
        { ':owner': owner, ':schema': shardCodec.schema },
      ),
    )

  const release: ShardLeases['release'] = async (shardId, owner) => {
    const drop = () => update(shardId, dropLease, isStillLeased, { ':owner': owner })
    if (!(await ifCondition(drop))) await dropRevision(shardId, owner)
  }

  /** Leaves a record as it was: whoever cannot read it has not worked on its shard. */
  const giveBack = async (
    shardId: string,
    { owner }: Lease,
    { leaseOwner, polls }: Record<string, unknown>,
  ): Promise<void> => {
    const { fields, values } = setting({ leaseOwner, polls })
    const gone = Object.entries({ leaseOwner, polls }).flatMap(([name, value]) =>
      value === undefined ? name : [],
    )
    const expression = `${fields === '' ? '' : `SET ${fields}`} REMOVE ${[...gone, 'leaseUntil']}`
    await ifCondition(() =>
      update(shardId, expression, isStillLeased, { ...values, ':owner': owner }),
    )
  }

  return {
    release,

    takeLease: async (shardId, lease) => {
      let shard: LeasedShard | null = null
      await ifCondition(async () => {
        const condition = `${isThere} AND ${noOtherLeaseRuns}`
        const values = { ...leaseValues(lease), ':none': lease.now, ':one': 1 }
        const { Attributes = {} } = await update(shardId, setPoll, condition, values, 'ALL_OLD')
        try {
          const { revision, ...others } = shardCodec.parse(Attributes)
          const poll = numberAfter(Attributes, lease)
          const isKnown = isEnded(Attributes) && revision !== undefined
          shard = { ...others, poll, ...(isKnown && { revision }) }
        } catch (error) {
          if (error instanceof UnreadableRecordError) await giveBack(shardId, lease, Attributes)
          throw error
        }
      })
      return shard
    },

    finish: async (shardId, owner, { revision, ...progress }) => {
      const { polledThrough, absencesReadAt, behind, delivered, needs, resting } = progress
      const known = { polledThrough, absencesReadAt, behind, delivered, needs, resting }
      const { fields, values } = setting({ ...known, revision: revision ?? owner })
      const isFinished = await ifCondition(() =>
        update(
          shardId,
          `SET #schema = :schema, revisedBy = :owner, ${fields}` +
            ` REMOVE sweep, leaseUntil${resting === undefined ? ', resting' : ''}`,
          isStillLeased,
          { ...values, ':owner': owner, ':schema': shardCodec.schema },
        ),
      )
      if (!isFinished) await dropRevision(shardId, owner)
      return isFinished
    },
  }
}
