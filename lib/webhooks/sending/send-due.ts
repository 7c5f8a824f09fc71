import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'
import type { DeliveryRecord } from '../../store/webhooks/delivery-record.ts'
import type { Held, HoldStore } from '../../store/webhooks/hold-store.ts'
import { sortable, type WebhookDeliveryStore } from '../../store/webhooks/webhook-delivery-store.ts'
import { pauseAskedFor, pauseWhenDown } from '../retry-schedule.ts'
import type { Webhook } from '../webhook-settings.ts'
import { afterAttempt } from './after-attempt.ts'
import { type AttemptOutcome, type AttemptPorts, attempt } from './attempt.ts'

/** What sending needs from outside. */
export type SendPorts = AttemptPorts & {
  deliveries: WebhookDeliveryStore
  holds: HoldStore
  /** Keeps an event that is given up for a person to look at. */
  deadLetter: (webhook: string, event: string) => Promise<void>
  /** A number from 0 up to 1. */
  random: () => number
}

/** How it went at an endpoint. */
export type SendingResult = {
  delivered: number
  failed: number
  givenUp: number
  /** Why tries failed, each reason once. */
  reasons: string[]
  /** Nothing is sent there before this moment; null where nothing keeps from it. */
  notBefore: EpochMs | null
  /** Why nothing is to be sent there any more; null where it may go on. */
  gone: string | null
}

/** Requests under way at one endpoint. */
const concurrentRequests = 8
/** An endpoint that takes none of so many is down: what else is due there waits. */
const manyFailures = 8

/** What has come of the deliveries so far, and whether others are to be begun. */
const tally = (canBegin: () => boolean, now: () => EpochMs) => {
  const sent: SendingResult = {
    delivered: 0,
    failed: 0,
    givenUp: 0,
    reasons: [],
    notBefore: null,
    gone: null,
  }
  const pauseUntil = (moment: EpochMs) => {
    sent.notBefore = Math.max(sent.notBefore ?? 0, moment)
  }
  return {
    sent,
    goesOn: () => sent.gone === null && sent.notBefore === null && canBegin(),
    count: (outcome: AttemptOutcome, isGivenUp: boolean) => {
      if (outcome.kind === 'delivered') sent.delivered++
      if (outcome.kind === 'gone') sent.gone = `HTTP ${outcome.tried.status}`
      if (outcome.kind === 'gone' || outcome.kind === 'failed') {
        sent.failed++
        const { reason } = outcome.tried
        if (reason !== null && !sent.reasons.includes(reason)) sent.reasons.push(reason)
      }
      if (isGivenUp) sent.givenUp++
      if (outcome.kind === 'failed' && outcome.pause !== null)
        pauseUntil(now() + pauseAskedFor(outcome.pause))
      if (sent.delivered === 0 && sent.failed >= manyFailures) pauseUntil(now() + pauseWhenDown)
    },
  }
}

type Tally = ReturnType<typeof tally>

const bySequence = (a: DeliveryRecord, b: DeliveryRecord): number =>
  a.sequence < b.sequence ? -1 : 1

/** Whether a delivery has to wait for an earlier one of the same employee. */
const isHeldBack = ({ sequence }: DeliveryRecord, held: Held | null, now: EpochMs): held is Held =>
  held !== null && held.sequence < sequence && held.until > sortable(now)

/** Tries one delivery, and keeps what became of it. @returns the delivery as it is now */
const sendOne = async (
  delivery: DeliveryRecord,
  webhook: Webhook,
  ports: SendPorts,
  { count }: Tally,
): Promise<DeliveryRecord> => {
  const { name, ordered } = webhook
  const { deliveries, holds, machineNow, random } = ports
  const outcome = await attempt(delivery, webhook, ports)
  const after = afterAttempt(delivery, outcome, machineNow(), random())
  const { id, sequence, subject, state } = after
  count(outcome, state === 'given-up')
  // A crash between two writes makes a second letter, or holds back for a while; it loses nothing.
  if (state === 'given-up' && delivery.event !== null) await ports.deadLetter(name, delivery.event)
  if (ordered && state === 'pending' && subject !== '')
    await holds.hold(name, subject, { id, sequence, until: after.dueAt })
  await deliveries.settle(name, after, delivery.dueAt)
  if (ordered && state !== 'pending' && delivery.attempts > 0) await holds.letGo(name, subject, id)
  return after
}

/** Sends what is due of one employee in order. */
const sendOfEmployee = async (
  due: readonly DeliveryRecord[],
  webhook: Webhook,
  heldBefore: Held | null,
  ports: SendPorts,
  sending: Tally,
): Promise<void> => {
  let held = heldBefore
  for (const delivery of due.toSorted(bySequence)) {
    if (isHeldBack(delivery, held, ports.machineNow())) {
      const waiting = { ...delivery, dueAt: held.until }
      await ports.deliveries.settle(webhook.name, waiting, delivery.dueAt)
      continue
    }
    if (!sending.goesOn()) return
    const { id, sequence, state, dueAt } = await sendOne(delivery, webhook, ports, sending)
    if (webhook.ordered && state === 'pending') held = { id, sequence, until: dueAt }
  }
}

/**
 * Sends what is due at an endpoint: several employees at once, of each employee in order. Where the
 * endpoint takes nothing, asks for a pause or is no more, the rest stays due.
 * @param canBegin whether there is time for another request
 */
export const sendDueDeliveries = async (
  due: readonly DeliveryRecord[],
  webhook: Webhook,
  ports: SendPorts,
  canBegin: () => boolean,
): Promise<SendingResult> => {
  const sending = tally(canBegin, ports.machineNow)
  const byEmployee = [...Map.groupBy(due, ({ subject }) => subject)]
  const subjects = byEmployee.map(([subject]) => subject).filter((subject) => subject !== '')
  const holds = webhook.ordered
    ? await ports.holds.holdsOn(webhook.name, subjects)
    : new Map<string, Held>()
  await pLimit(concurrentRequests).map(byEmployee, ([subject, ofOne]) =>
    sendOfEmployee(ofOne, webhook, holds.get(subject) ?? null, ports, sending),
  )
  return sending.sent
}
