import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { ifCondition } from './errors.ts'
import { itemsOf } from './query.ts'
import { isNotOfALaterVersion } from './schema.ts'
import { createShardLeases, isThere, type ShardLeases, shardUpdate } from './shard-leases.ts'
import { type Edit, type Shard, shardCodec } from './shard-record.ts'
import { keys } from './tables.ts'

/** Every shard that can be read, in the order of their ids, and the ids of the others. */
export type AllShards = { shards: Shard[]; unreadable: string[] }

export type ShardStore = ShardLeases & {
  all: () => Promise<AllShards>
  /** Creates a shard's record; leaves one that exists as it is. */
  create: (shard: Shard) => Promise<void>
  /**
   * Counts a shard's members; what a later version of this code wrote stays as it is.
   * @throws where there is no such shard
   */
  setMembers: (shardId: string, members: number) => Promise<void>
  /** Likewise notes an operator's word that what is missing by a moment, UTC, is gone. */
  acceptLoss: (shardId: string, at: string) => Promise<void>
  /** Likewise notes that a roster refresh begins to write items of the shard, or has ended that. */
  noteEdit: (shardId: string, edit: Edit) => Promise<void>
}

const isCreatedOnce = 'attribute_not_exists(pk)'

/** The records of all shards, in the partition of the roster. */
export const createShardStore = (client: DynamoDBDocumentClient, tableName: string): ShardStore => {
  const update = shardUpdate(client, tableName)

  /** Changes a field of a record that is there, whoever holds its lease. */
  const change = async (shardId: string, field: string, value: unknown): Promise<void> => {
    const isChanged = await ifCondition(() =>
      update(shardId, `SET ${field} = :value`, `${isThere} AND ${isNotOfALaterVersion}`, {
        ':schema': shardCodec.schema,
        ':value': value,
      }),
    )
    if (isChanged) return
    const { sk } = keys.shard(shardId)
    const found = await itemsOf(client, tableName, keys.roster, sk, { isConsistent: true })
    if (found.length === 0) throw new Error(`There is no shard ${shardId}`)
  }

  return {
    ...createShardLeases(client, tableName),

    all: async () => {
      const all: AllShards = { shards: [], unreadable: [] }
      const options = { isConsistent: true }
      for (const item of await itemsOf(client, tableName, keys.roster, keys.shardPrefix, options)) {
        const read = shardCodec.read(item)
        if (read.kind === 'read') all.shards.push(read.value)
        else all.unreadable.push(String(item['sk']).slice(keys.shardPrefix.length))
      }
      return all
    },

    create: async (shard) => {
      await ifCondition(() =>
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: { ...keys.shard(shard.shardId), schema: shardCodec.schema, ...shard },
            ConditionExpression: isCreatedOnce,
          }),
        ),
      )
    },

    setMembers: (shardId, members) => change(shardId, 'members', members),

    acceptLoss: (shardId, at) => change(shardId, 'lossAcceptedAt', at),

    noteEdit: (shardId, edit) => change(shardId, 'edit', edit),
  }
}
