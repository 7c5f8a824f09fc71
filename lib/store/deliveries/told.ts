import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import * as z from 'zod'
import { ifCondition } from '../errors.ts'
import { itemsOf } from '../query.ts'
import { codec, isNotOfALaterVersion } from '../schema.ts'
import { deliveryKeys } from '../tables.ts'
import { type ToldEvent, type ToldRecord, toldCodec, toldEventText } from './told-record.ts'

/** That a destination is told an event about a record of the API. */
export type Told = { record: string; event: ToldEvent } & Omit<
  Extract<ToldRecord['who'], { kind: 'destination' }>,
  'kind'
>

/** Remembers who was told something of which record, so that they hear of its correction, too. */
export type ToldStore = {
  /** A repeat changes nothing. What a later version of this code wrote stays as it is. */
  note: (told: readonly Told[]) => Promise<void>
  /** Who was told something of a record; what cannot be read is left out. */
  whoWasTold: (record: string) => Promise<ToldRecord[]>
  /**
   * Puts down what put an end to something that a destination was told as overdue: the first that
   * does, for good.
   * @param by by which event, and how
   * @returns whether it is this one
   */
  clear: (record: string, destination: string, overdue: ToldEvent, by: string) => Promise<boolean>
}

const clearedCodec = codec('what put an end to something', z.object({ by: z.string() }), [
  (item) => item,
])
const isMineOrNobodys = 'attribute_not_exists(#schema) OR (#by = :by AND #schema <= :schema)'

/** Longer than the longest lookback, after which nothing is corrected any more. */
const rememberedDays = 400
const concurrentWrites = 16

export const createToldStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => number,
): ToldStore => {
  // Together, however many events note what they tell.
  const writing = pLimit(concurrentWrites)
  const expiry = () => Math.ceil(machineNow() / 1_000) + rememberedDays * 24 * 3_600
  return {
    note: async (told) => {
      const ttl = expiry()
      await writing.map([...told], ({ record, event, ...who }) =>
        ifCondition(() =>
          client.send(
            new UpdateCommand({
              TableName: tableName,
              Key: deliveryKeys.told(record, who),
              UpdateExpression: 'SET #schema = :schema, who = :who, #ttl = :ttl ADD events :events',
              ConditionExpression: isNotOfALaterVersion,
              ExpressionAttributeNames: { '#schema': 'schema', '#ttl': 'ttl' },
              ExpressionAttributeValues: {
                ':schema': toldCodec.schema,
                ':who': { kind: 'destination', ...who },
                ':ttl': ttl,
                ':events': new Set([toldEventText(event)]),
              },
            }),
          ),
        ),
      )
    },

    whoWasTold: async (record) => {
      const partition = deliveryKeys.toldOf(record)
      const items = await itemsOf(client, tableName, partition, '', { isConsistent: true })
      return items.flatMap((item) => {
        const read = toldCodec.read(item)
        return read.kind === 'read' ? [read.value] : []
      })
    },

    clear: (record, destination, overdue, by) =>
      ifCondition(() =>
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: deliveryKeys.cleared(record, destination, toldEventText(overdue)),
            UpdateExpression: 'SET #schema = :schema, #by = :by, #ttl = :ttl',
            ConditionExpression: isMineOrNobodys,
            ExpressionAttributeNames: { '#schema': 'schema', '#by': 'by', '#ttl': 'ttl' },
            ExpressionAttributeValues: {
              ':schema': clearedCodec.schema,
              ':by': by,
              ':ttl': expiry(),
            },
          }),
        ),
      ),
  }
}
