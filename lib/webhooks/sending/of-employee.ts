import { type DeliveryRecord, sortable } from '../../store/webhooks/delivery-record.ts'
import type { Webhook } from '../webhook-settings.ts'
import { afterAttempt } from './after-attempt.ts'
import { attempt } from './attempt.ts'
import type { SendPorts, Tally } from './tally.ts'

/** In the order in which it happened to an employee. */
export const bySequence = (a: DeliveryRecord, b: DeliveryRecord): number =>
  a.sequence < b.sequence ? -1 : 1

/**
 * Tries one delivery, and keeps what became of it.
 * @param hold notes what it holds back from now on; of null nothing is held back any more
 * @returns whether it is still kept: it is not where its employee was forgotten while it was posted
 */
export const sendOne = async (
  delivery: DeliveryRecord,
  webhook: Webhook,
  ports: SendPorts,
  { count }: Tally,
  hold: (after: DeliveryRecord | null) => Promise<void>,
): Promise<boolean> => {
  const { name } = webhook
  const { deliveries, machineNow, random } = ports
  const outcome = await attempt(delivery, webhook, ports)
  const after = afterAttempt(delivery, outcome, machineNow(), random())
  const isGivenUp = after.state === 'given-up'
  count(delivery, outcome, isGivenUp)
  // A crash between two writes makes a second letter, or holds back for a while; it loses nothing.
  if (isGivenUp) await ports.deadLetter(name, delivery)
  if (after.state === 'pending') await hold(after)
  const isThere = await deliveries.settle(name, after, delivery.dueAt)
  // Of whoever was forgotten while it was posted nothing is held either.
  if (!isThere) await hold(null)
  else if (after.state !== 'pending') await hold(after)
  return isThere
}

/**
 * Puts a delivery off where its employee waits, since the endpoint asked for patience with them.
 * @returns whether they do
 */
export const hasToWait = async (
  delivery: DeliveryRecord,
  { name }: Webhook,
  { deliveries }: SendPorts,
  { waitsUntil }: Tally,
): Promise<boolean> => {
  const until = waitsUntil(delivery.subject)
  if (until === null) return false
  await deliveries.settle(name, { ...delivery, dueAt: sortable(until) }, delivery.dueAt)
  return true
}

/** Sends what is due of one employee in order, whatever becomes of the earlier ones. */
export const sendOfEmployee = async (
  due: readonly DeliveryRecord[],
  webhook: Webhook,
  ports: SendPorts,
  sending: Tally,
): Promise<void> => {
  for (const delivery of due.toSorted(bySequence)) {
    if (!sending.goesOn()) return
    if (await hasToWait(delivery, webhook, ports, sending)) continue
    if (!(await sendOne(delivery, webhook, ports, sending, async () => {}))) return
  }
}
