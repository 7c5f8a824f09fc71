import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../../attendance/moments.ts'
import { itemsAt } from '../batches.ts'
import { ifCondition } from '../errors.ts'
import { type DeliveryPlace, expiryOf, webhookKeys } from '../tables.ts'
import { type DeliveryRecord, deliveryCodec } from './delivery-record.ts'
import { bySequence, createMarks, type Mark } from './due-marks.ts'

/** A moment as text that sorts: UTC, always to the millisecond. */
export const sortable = (moment: EpochMs): string => new Date(moment).toISOString()

/** What is due at an endpoint, and when the first of what is not will be. */
export type DueDeliveries = {
  deliveries: DeliveryRecord[]
  nextAt: string | null
  /** Whether anything is due, if only what cannot be read. */
  isAnyDue: boolean
}

/** What waits for the endpoints of outside systems, and what became of it. */
export type WebhookDeliveryStore = {
  /**
   * Keeps an event for an endpoint, unless it is kept there already. One that was given up begins anew, and so
   * does one that is over where the event is replayed; what a later version of this code wrote stays as it is.
   */
  accept: (webhook: string, delivery: DeliveryRecord) => Promise<void>
  /**
   * What is due by a moment, the longest due first, consistently. What cannot be read, or was written by
   * a later version of this code, is left where it is.
   * @param isInOrder whether of what is due, up to 2,000 events, those with the lowest numbers come first instead
   */
  due: (webhook: string, now: EpochMs, limit: number, isInOrder?: boolean) => Promise<DueDeliveries>
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

/** So many marks are looked up where order counts: fewer than fill a page of DynamoDB's. */
const marksInOrder = 2_000

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
  const { mark, unmark, marks } = createMarks(client, tableName, machineNow)

  /** The pending delivery that a mark stands for, due then or at another moment where somebody died between two writes. */
  const marked = async (webhook: string, at: Mark, delivery: DeliveryRecord | undefined) => {
    const pending = delivery?.state === 'pending' ? delivery : null
    if (pending?.dueAt === at.dueAt) return pending
    if (pending !== null) await mark(webhook, pending)
    await unmark(webhook, at)
    return pending
  }

  const behind = async (webhook: string, all: readonly Mark[]) => {
    const keys = all.map(({ place }) => webhookKeys.delivery(webhook, place))
    const items = new Map(
      (await itemsAt(client, tableName, keys)).map((item) => [item['sk'], item]),
    )
    const deliveries: DeliveryRecord[] = []
    const dueElsewhen: string[] = []
    let unreadable = 0
    for (const each of all) {
      const item = items.get(webhookKeys.delivery(webhook, each.place).sk)
      const read = item === undefined ? null : deliveryCodec.read(item)
      if (read !== null && read.kind !== 'read') unreadable++
      else {
        const delivery = await marked(webhook, each, read?.value)
        if (delivery?.dueAt === each.dueAt) deliveries.push(delivery)
        else if (delivery !== null) dueElsewhen.push(delivery.dueAt)
      }
    }
    return { deliveries, unreadable, dueElsewhen }
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

    due: async (webhook, now, limit, isInOrder = false) => {
      const lookedUp = isInOrder ? marksInOrder : limit
      const by = sortable(now)
      let unreadable = 0
      const elsewhen: string[] = []
      let after: Mark | null = null
      try {
        for (;;) {
          const found: Mark[] = await marks(webhook, lookedUp, after)
          const areDue = found.filter(({ dueAt }) => dueAt <= by)
          const nextAt = found[areDue.length]?.dueAt ?? null
          const inTurn = isInOrder ? areDue.toSorted(bySequence) : areDue
          // What cannot be read must not stand before what can.
          for (let first = 0; first < inTurn.length; first += limit) {
            const read = await behind(webhook, inTurn.slice(first, first + limit))
            unreadable += read.unreadable
            elsewhen.push(...read.dueElsewhen)
            if (read.deliveries.length > 0)
              return { deliveries: read.deliveries, nextAt, isAnyDue: true }
          }
          if (areDue.length < lookedUp) {
            const [first = null] = [...elsewhen, ...(nextAt === null ? [] : [nextAt])].sort()
            const isAnyDue = unreadable > 0 || (first !== null && first <= by)
            return { deliveries: [], nextAt: first, isAnyDue }
          }
          after = areDue.at(-1) ?? null
        }
      } finally {
        if (unreadable > 0) onUnreadable(webhook, unreadable)
      }
    },

    find: async (webhook, places) => {
      const keys = places.map((place) => webhookKeys.delivery(webhook, place))
      return readable(await itemsAt(client, tableName, keys))
    },

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
