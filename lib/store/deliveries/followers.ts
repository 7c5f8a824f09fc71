import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ifCondition } from '../errors.ts'
import { itemsOf } from '../query.ts'
import { codec, isNotOfALaterVersion } from '../schema.ts'
import { deliveryKeys } from '../tables.ts'

/** An event that corrects or settles what destinations may have been notified of, and may come before it. */
export const Follower = z.object({
  /** The event's id. */
  id: z.string(),
  /** All of the event that anybody may be shown, JSON. */
  event: z.string(),
})
export type Follower = z.infer<typeof Follower>

const followerCodec = codec('what follows on something', Follower, [(item) => item])

/**
 * Remembers what follows on an event about a record, by the record, for as long as a queue may
 * keep back what it follows on.
 */
export type FollowerStore = {
  /** A repeat changes nothing. What a later version of this code wrote stays as it is. */
  remember: (record: string, follower: Follower) => Promise<void>
  /** What follows on a record, in no order; what cannot be read is left out. */
  followersOf: (record: string) => Promise<Follower[]>
}

/**
 * Longer than a queue and its dead letters keep an event back, and no longer than it is remembered
 * what a destination was notified of, so that nothing is brought twice.
 */
const rememberedDays = 30

export const createFollowerStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => number,
): FollowerStore => ({
  remember: async (record, { id, event }) => {
    await ifCondition(() =>
      client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: deliveryKeys.follower(record, id),
          UpdateExpression: 'SET #schema = :schema, id = :id, event = :event, #ttl = :ttl',
          ConditionExpression: isNotOfALaterVersion,
          ExpressionAttributeNames: { '#schema': 'schema', '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':schema': followerCodec.schema,
            ':id': id,
            ':event': event,
            ':ttl': Math.ceil(machineNow() / 1_000) + rememberedDays * 24 * 3_600,
          },
        }),
      ),
    )
  },

  followersOf: async (record) => {
    const partition = deliveryKeys.followersOf(record)
    const items = await itemsOf(client, tableName, partition, '', { isConsistent: true })
    return items.flatMap((item) => {
      const read = followerCodec.read(item)
      return read.kind === 'read' ? [read.value] : []
    })
  },
})
