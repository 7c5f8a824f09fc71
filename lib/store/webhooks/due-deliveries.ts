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
 * What is due by a moment, the longest due first, consistently; news alone, where there are any among the longest due or the
 * last: else only so many repeats that news will not wait for long. What cannot be read, or was written by
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

/** News are looked for among so many that became due last, where what has been due for longest was told before. */
const lastMarks = 2_000
/** So many repeats are sent until it is looked whether there are news. */
const repeatsAtOnce = 16

/** Parts of some marks, in order, each of so many at most. */
const inParts = (marks: readonly Mark[], most: number): Mark[][] =>
  Array.from({ length: Math.ceil(marks.length / most) }, (_, n) =>
    marks.slice(n * most, (n + 1) * most),
  )

const keyOf = ({ dueAt, place }: Mark): string => `${dueAt} ${place.recordedtime} ${place.id}`

/**
 * What looks up what is due, in the table of the deliveries.
 * @param onUnreadable called with how much of what is due at an endpoint cannot be read, at each look
 */
export const createDueDeliveries = (
  client: DynamoDBDocumentClient,
  tableName: string,
  { mark, unmark, marks, newsAmongLast }: Omit<Marks, 'marksBetween'>,
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

  /** News among what was found to be due, and where that is not all and has repeats, among what became due last. */
  const newsOf = async (webhook: string, areDue: readonly Mark[], isAll: boolean, now: EpochMs) => {
    const news = areDue.filter(({ isRepeat }) => !isRepeat)
    if (isAll || news.length === areDue.length) return news
    const found = new Set(news.map(keyOf))
    const last = await newsAmongLast(webhook, now, lastMarks)
    return [...news, ...last.filter((each) => !found.has(keyOf(each)))]
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
        const isAll = areDue.length < lookedUp
        const inTurn = isInOrder ? inOrderOfEach : (all: readonly Mark[]) => all
        const news = inTurn(await newsOf(webhook, areDue, isAll, now))
        const repeats = inTurn(areDue.filter(({ isRepeat }) => isRepeat))
        const parts = [...inParts(news, limit), ...inParts(repeats, Math.min(limit, repeatsAtOnce))]
        // What cannot be read must not stand before what can.
        for (const part of parts) {
          const read = await behind(webhook, part)
          unreadable += read.unreadable
          elsewhen.push(...read.dueElsewhen)
          if (read.deliveries.length > 0)
            return { deliveries: read.deliveries, nextAt, isAnyDue: true }
        }
        if (isAll) {
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
