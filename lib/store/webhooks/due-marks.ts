import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../../attendance/moments.ts'
import { type DeliveryPlace, expiryOf, webhookKeys } from '../tables.ts'
import type { DeliveryRecord } from './delivery-record.ts'

/** That something is due: a key of its own, so that what is due first is found first. */
export type Mark = {
  dueAt: string
  place: DeliveryPlace
  /** The number of the event among its employee's; empty where it has none, or was marked before there was one here. */
  sequence: string
}

export const bySequence = (a: Mark, b: Mark): number => (a.sequence < b.sequence ? -1 : 1)

const markOf = ({ sk, recordedtime, id, sequence = '' }: Record<string, unknown>): Mark => ({
  dueAt: String(sk).split('#')[0] ?? '',
  place: { recordedtime: String(recordedtime), id: String(id) },
  sequence: String(sequence),
})

/** Marks in the table, each beside the delivery that it stands for. */
export const createMarks = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => EpochMs,
) => {
  const mark = (webhook: string, { dueAt, recordedtime, id, sequence }: DeliveryRecord) => {
    const key = webhookKeys.due(webhook, dueAt, { recordedtime, id })
    const Item = { ...key, recordedtime, id, sequence, ttl: expiryOf(machineNow()) }
    return client.send(new PutCommand({ TableName: tableName, Item }))
  }
  const unmark = (webhook: string, { dueAt, place }: Pick<Mark, 'dueAt' | 'place'>) =>
    client.send(
      new DeleteCommand({ TableName: tableName, Key: webhookKeys.due(webhook, dueAt, place) }),
    )

  const marks = async (webhook: string, limit: number, after: Mark | null) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': webhookKeys.dueAt(webhook) },
        ConsistentRead: true,
        Limit: limit,
        ...(after && { ExclusiveStartKey: webhookKeys.due(webhook, after.dueAt, after.place) }),
      }),
    )
    return Items.map(markOf)
  }

  return { mark, unmark, marks }
}
export type Marks = ReturnType<typeof createMarks>
