import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../../attendance/moments.ts'
import { itemsAt } from '../batches.ts'
import { webhookKeys } from '../tables.ts'
import { type DeliveryRecord, deliveryCodec, sortable } from './delivery-record.ts'
import { inOrderOfEach, type Mark, type Marks } from './due-marks.ts'

/** What is due at an endpoint, and when the first of what is not will be. */
export type DueDeliveries = {
  deliveries: DeliveryRecord[]
  nextAt: string | null
  /** Whether anything is due, if only what cannot be read. */
  isAnyDue: boolean
}

/**
 * What is due by a moment, the longest due first, consistently. What cannot be read, or was written by
 * a later version of this code, is left where it is.
 * @param isInOrder whether of each employee's, up to 2,000 events in all, those with the lowest numbers come first
 */
export type FindDue = (
  webhook: string,
  now: EpochMs,
  limit: number,
  isInOrder?: boolean,
) => Promise<DueDeliveries>

/** So many marks are looked up where order counts: fewer than fill a page of DynamoDB's. */
const marksInOrder = 2_000

/**
 * What looks up what is due, in the table of the deliveries.
 * @param onUnreadable called with how much of what is due at an endpoint cannot be read, at each look
 */
export const createDueDeliveries = (
  client: DynamoDBDocumentClient,
  tableName: string,
  { mark, unmark, marks }: Pick<Marks, 'mark' | 'unmark' | 'marks'>,
  onUnreadable: (webhook: string, count: number) => void,
): FindDue => {
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

  return async (webhook, now, limit, isInOrder = false) => {
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
        const inTurn = isInOrder ? inOrderOfEach(areDue) : areDue
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
  }
}
