import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import * as z from 'zod'
import { ifCondition } from './errors.ts'
import { codec } from './schema.ts'
import { deliveryKeys } from './tables.ts'

/** That a rule tells something of a record of the API, and of what type it is. */
export type Told = { record: string; rule: string; type: string }

/** Of what types a rule was told something of one record. */
export const ToldByRule = z.object({ rule: z.string(), types: z.array(z.string()) })
export type ToldByRule = z.infer<typeof ToldByRule>

/** DynamoDB's sets are JavaScript's; anything else stays as it is and cannot be read. */
const asArray = (item: Record<string, unknown>): Record<string, unknown> =>
  item['types'] instanceof Set ? { ...item, types: [...item['types']] } : item

const toldCodec = codec('what a rule told of a record', ToldByRule, [(item) => item], asArray)

/** Remembers which rules told something of which record, so that they tell of its correction, too. */
export type ToldStore = {
  /** A repeat changes nothing. What a later version of this code wrote stays as it is. */
  note: (told: readonly Told[]) => Promise<void>
  /** Which rules told something of a record; what cannot be read is left out. */
  rulesOf: (record: string) => Promise<ToldByRule[]>
}

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
  return {
    note: async (told) => {
      const ttl = Math.ceil(machineNow() / 1_000) + rememberedDays * 24 * 3_600
      await writing.map([...told], ({ record, rule, type }) =>
        ifCondition(() =>
          client.send(
            new UpdateCommand({
              TableName: tableName,
              Key: deliveryKeys.told(record, rule),
              UpdateExpression:
                'SET #schema = :schema, #rule = :rule, #ttl = :ttl ADD #types :types',
              ConditionExpression: 'attribute_not_exists(#schema) OR #schema <= :schema',
              ExpressionAttributeNames: {
                '#schema': 'schema',
                '#rule': 'rule',
                '#ttl': 'ttl',
                '#types': 'types',
              },
              ExpressionAttributeValues: {
                ':schema': toldCodec.schema,
                ':rule': rule,
                ':ttl': ttl,
                ':types': new Set([type]),
              },
            }),
          ),
        ),
      )
    },

    rulesOf: async (record) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': deliveryKeys.toldOf(record) },
          ConsistentRead: true,
        }),
      )
      return Items.flatMap((item) => {
        const read = toldCodec.read(item)
        return read.kind === 'read' ? [read.value] : []
      })
    },
  }
}
