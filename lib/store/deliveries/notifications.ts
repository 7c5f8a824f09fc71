import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import * as z from 'zod'
import { ifCondition } from '../errors.ts'
import { itemsOf } from '../query.ts'
import { codec, isNotOfALaterVersion } from '../schema.ts'
import { deliveryKeys } from '../tables.ts'
import {
  type NotificationRecord,
  type NotifiedEvent,
  notificationCodec,
  notifiedEventText,
} from './notification-record.ts'

/** That a destination is notified of an event about a record of the API. */
export type Notification = { record: string; event: NotifiedEvent } & Omit<
  Extract<NotificationRecord['who'], { kind: 'destination' }>,
  'kind'
>

/** Remembers who was notified of which record, so that they hear of its correction, too. */
export type NotificationStore = {
  /** A repeat changes nothing. What a later version of this code wrote stays as it is. */
  note: (notifications: readonly Notification[]) => Promise<void>
  /** Who was notified of a record; what cannot be read is left out. */
  whoWasNotified: (record: string) => Promise<NotificationRecord[]>
  /**
   * Puts down what put an end to something that a destination was notified of as overdue: the first
   * that does, for good.
   * @param by by which event, and how
   * @returns whether it is this one
   */
  clear: (
    record: string,
    destination: string,
    overdue: NotifiedEvent,
    by: string,
  ) => Promise<boolean>
}

const clearedCodec = codec('what put an end to something', z.object({ by: z.string() }), [
  (item) => item,
])
const isMineOrNobodys = 'attribute_not_exists(#schema) OR (#by = :by AND #schema <= :schema)'

/** Longer than the longest lookback, after which nothing is corrected any more. */
const rememberedDays = 400
const concurrentWrites = 16

export const createNotificationStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => number,
): NotificationStore => {
  // Together, however many events note whom they notify.
  const writing = pLimit(concurrentWrites)
  const expiry = () => Math.ceil(machineNow() / 1_000) + rememberedDays * 24 * 3_600
  return {
    note: async (notifications) => {
      const ttl = expiry()
      await writing.map([...notifications], ({ record, event, ...who }) =>
        ifCondition(() =>
          client.send(
            new UpdateCommand({
              TableName: tableName,
              Key: deliveryKeys.notification(record, who),
              UpdateExpression: 'SET #schema = :schema, who = :who, #ttl = :ttl ADD events :events',
              ConditionExpression: isNotOfALaterVersion,
              ExpressionAttributeNames: { '#schema': 'schema', '#ttl': 'ttl' },
              ExpressionAttributeValues: {
                ':schema': notificationCodec.schema,
                ':who': { kind: 'destination', ...who },
                ':ttl': ttl,
                ':events': new Set([notifiedEventText(event)]),
              },
            }),
          ),
        ),
      )
    },

    whoWasNotified: async (record) => {
      const partition = deliveryKeys.notificationsOf(record)
      const items = await itemsOf(client, tableName, partition, '', { isConsistent: true })
      return items.flatMap((item) => {
        const read = notificationCodec.read(item)
        return read.kind === 'read' ? [read.value] : []
      })
    },

    clear: (record, destination, overdue, by) =>
      ifCondition(() =>
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: deliveryKeys.cleared(record, destination, notifiedEventText(overdue)),
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
