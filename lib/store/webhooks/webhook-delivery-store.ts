import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type EpochMs, second } from '../../attendance/moments.ts'
import { itemsAt } from '../batches.ts'
import { ifCondition } from '../errors.ts'
import { type DeliveryPlace, expiryOf, webhookKeys } from '../tables.ts'
import { type DeliveryRecord, deliveryCodec } from './delivery-record.ts'
import { createDueDeliveries, type FindDue } from './due-deliveries.ts'
import { createMarks } from './due-marks.ts'

/** What waits for the endpoints of outside systems, and what became of it. */
export type WebhookDeliveryStore = {
  /**
   * Keeps an event for an endpoint, unless it is kept there already. One that was given up begins anew, and so
   * does one that is over where the event is replayed; what a later version of this code wrote stays as it is.
   */
  accept: (webhook: string, delivery: DeliveryRecord) => Promise<void>
  due: FindDue
  /**
   * What has been kept of an employee since a moment, was not tried yet, and goes before one of theirs, consistently: by
   * whichever machine, whose clock may be a little off.
   */
  keptSince: (
    webhook: string,
    since: EpochMs,
    before: Pick<DeliveryRecord, 'subject' | 'sequence'>,
  ) => Promise<DeliveryRecord[]>
  /** Those of these deliveries that are there and can be read, in no order. */
  find: (webhook: string, places: readonly DeliveryPlace[]) => Promise<DeliveryRecord[]>
  /**
   * Writes what became of a delivery: that it is over, or due at another moment. One that is gone, since somebody was
   * forgotten while it was being sent, stays so.
   * @returns whether it is there still
   */
  settle: (webhook: string, delivery: DeliveryRecord, wasDueAt: string) => Promise<boolean>
  /** What came last, newest first. */
  recent: (webhook: string, limit: number) => Promise<DeliveryRecord[]>
}

/** How far the clocks of two machines may be apart, in milliseconds. */
const clocksApart = 10 * second

const readable = (items: readonly Record<string, unknown>[]): DeliveryRecord[] =>
  items.flatMap((item) => {
    const read = deliveryCodec.read(item)
    return read.kind === 'read' ? [read.value] : []
  })

/**
 * @param onUnreadable called with how much of what is due at an endpoint cannot be read, at each look
 */
export const createWebhookDeliveryStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => EpochMs,
  onUnreadable: (webhook: string, count: number) => void = () => {},
): WebhookDeliveryStore => {
  const itemOf = (webhook: string, delivery: DeliveryRecord) => ({
    ...webhookKeys.delivery(webhook, delivery),
    schema: deliveryCodec.schema,
    ...delivery,
    ttl: delivery.expiry ?? expiryOf(machineNow()),
  })
  const write = (webhook: string, delivery: DeliveryRecord) =>
    client.send(new PutCommand({ TableName: tableName, Item: itemOf(webhook, delivery) }))
  const { marksBetween, ...marks } = createMarks(client, tableName, machineNow)
  const { mark, unmark } = marks

  const find: WebhookDeliveryStore['find'] = async (webhook, places) => {
    const keys = places.map((place) => webhookKeys.delivery(webhook, place))
    return readable(await itemsAt(client, tableName, keys))
  }

  return {
    accept: async (webhook, arrived) => {
      const delivery = { ...arrived, expiry: expiryOf(machineNow()) }
      const isNew = await ifCondition(() =>
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: itemOf(webhook, delivery),
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        ),
      )
      if (isNew) {
        await mark(webhook, delivery)
        return
      }
      const [item = {}] = await itemsAt(client, tableName, [
        webhookKeys.delivery(webhook, delivery),
      ])
      const read = deliveryCodec.read(item)
      if (read.kind !== 'read') return
      const known = read.value
      // Its mark may be missing, where somebody died before it was made.
      if (known.state === 'pending') await mark(webhook, known)
      const isOver = known.state !== 'pending'
      if (!(delivery.replayed ? isOver : known.state === 'given-up')) return
      const again = { ...delivery, tries: known.tries }
      await write(webhook, again)
      await mark(webhook, again)
    },

    due: createDueDeliveries(client, tableName, marks, onUnreadable),

    keptSince: async (webhook, since, { subject, sequence }) => {
      const to = machineNow() + clocksApart
      const marked = await marksBetween(webhook, since - clocksApart, to)
      const earlier = marked.filter((each) => each.subject === subject && each.sequence < sequence)
      const found = await find(
        webhook,
        earlier.map(({ place }) => place),
      )
      return found.filter(({ state, attempts }) => state === 'pending' && attempts === 0)
    },

    find,

    settle: async (webhook, delivery, wasDueAt) => {
      const isThere = await ifCondition(() =>
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: itemOf(webhook, delivery),
            ConditionExpression: 'attribute_exists(pk)',
          }),
        ),
      )
      const isPending = isThere && delivery.state === 'pending'
      if (isPending && delivery.dueAt === wasDueAt) return true
      if (isPending) await mark(webhook, delivery)
      await unmark(webhook, { dueAt: wasDueAt, place: delivery })
      return isThere
    },

    recent: async (webhook, limit) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: {
            ':pk': webhookKeys.of(webhook),
            ':prefix': webhookKeys.deliveryPrefix,
          },
          ScanIndexForward: false,
          Limit: limit,
        }),
      )
      return readable(Items)
    },
  }
}
