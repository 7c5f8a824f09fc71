import type { EpochMs } from '../../attendance/moments.ts'
import { type DeliveryRecord, isRepeat, sortable } from '../../store/webhooks/delivery-record.ts'
import type { Held } from '../../store/webhooks/hold-store.ts'
import type { Webhook } from '../webhook-settings.ts'
import { waitingUntil } from './after-attempt.ts'
import { bySequence, hasToWait, sendOne } from './of-employee.ts'
import type { SendPorts, Tally } from './tally.ts'

const without = (heads: readonly Held[], id: string): Held[] =>
  heads.filter((each) => each.id !== id)

/** The heads after a try: what is still pending holds back what follows it, unless the endpoint may not see it. */
const headsAfter = (heads: readonly Held[], delivery: DeliveryRecord): Held[] => {
  const { id, sequence, recordedtime, state, dueAt: until, withheldSince } = delivery
  const others = without(heads, id)
  if (state !== 'pending' || withheldSince !== undefined) return others
  const head = { id, sequence, recordedtime, until }
  return [...others, isRepeat(delivery) ? { ...head, repeat: true } : head]
}

/**
 * Those that hold back some of what is due and are due themselves, wherever they stand, and who still holds
 * back others: one that waits for an earlier one, too, until that is tried again.
 */
const dueHeads = async (
  due: readonly DeliveryRecord[],
  heads: readonly Held[],
  { name }: Webhook,
  { deliveries, machineNow }: SendPorts,
): Promise<{ due: DeliveryRecord[]; heads: Held[] }> => {
  const now = sortable(machineNow())
  const known = new Set(due.map(({ id }) => id))
  const last = due.map(({ sequence }) => sequence).reduce((a, b) => (a > b ? a : b), '')
  const isPassed = ({ until, sequence }: Held) => until <= now && sequence < last
  const elsewhere = heads.filter((head) => isPassed(head) && !known.has(head.id))
  const found = await deliveries.find(name, elsewhere)
  const pending = found.filter(({ state }) => state === 'pending')
  const dueAtOf = new Map([...due, ...pending].map(({ id, dueAt }) => [id, dueAt]))
  return {
    due: [...due, ...pending.filter(({ dueAt }) => dueAt <= now)],
    heads: heads.flatMap((head) => {
      if (!isPassed(head)) return [head]
      const until = dueAtOf.get(head.id)
      return until === undefined ? [] : [{ ...head, until }]
    }),
  }
}

/** What is due of one employee, as it was read, and when. */
type DueInOrder = {
  due: readonly DeliveryRecord[]
  readAt: EpochMs
  /** What holds back others of theirs. */
  heads: readonly Held[]
}

/** The last of those that hold back a delivery, if any does: what is sent again holds back no news. */
const holding = (heads: readonly Held[], delivery: DeliveryRecord): Held | undefined =>
  heads
    .filter(({ id, sequence }) => id !== delivery.id && sequence < delivery.sequence)
    .filter(({ repeat = false }) => !repeat || isRepeat(delivery))
    .toSorted((a, b) => (a.until > b.until ? -1 : 1))[0]

/**
 * Sends what is due of one employee in order: what an earlier one holds back is put off until that is tried again. What
 * another run has kept since, and goes before, is sent before.
 */
export const sendInOrder = async (
  { due, readAt, heads: before }: DueInOrder,
  webhook: Webhook,
  ports: SendPorts,
  sending: Tally,
): Promise<void> => {
  const { deliveries, holds, machineNow } = ports
  const all = await dueHeads(due, before, webhook, ports)
  const seen = new Set(all.due.map(({ id }) => id))
  const waiting = all.due.toSorted(bySequence)
  let { heads } = all
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { subject, dueAt } = next
    const earlier = holding(heads, next)
    if (earlier !== undefined) {
      await deliveries.settle(webhook.name, waitingUntil(next, earlier.until, machineNow()), dueAt)
      continue
    }
    const kept = await deliveries.keptSince(webhook.name, readAt, next)
    const isAgain = isRepeat(next)
    const came = kept.filter((each) => !seen.has(each.id) && (isAgain || !isRepeat(each)))
    if (came.length > 0) {
      for (const { id } of came) seen.add(id)
      waiting.unshift(...[next, ...came].toSorted(bySequence))
      continue
    }
    if (!sending.goesOn()) return
    if (await hasToWait(next, webhook, ports, sending)) continue
    const isThere = await sendOne(next, webhook, ports, sending, async (after) => {
      const still = after === null ? [] : headsAfter(heads, after)
      if (still.length > 0 || heads.length > 0) await holds.hold(webhook.name, subject, still)
      heads = still
    })
    if (!isThere) return
  }
}
