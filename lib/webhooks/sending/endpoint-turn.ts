import { type EpochMs, epochMs, minute, utc } from '../../attendance/moments.ts'
import type { DueDeliveries } from '../../store/webhooks/due-deliveries.ts'
import type { EndpointRecord } from '../../store/webhooks/endpoint-record.ts'
import type { EndpointStore } from '../../store/webhooks/endpoint-store.ts'
import { endpointTurnSeconds } from '../queues.ts'
import type { WebhookMessage } from '../receiving/queue-message.ts'
import { isToBeStopped } from '../retry-schedule.ts'
import type { Webhook } from '../webhook-settings.ts'
import { sendDueDeliveries } from './send-due.ts'
import type { SendingResult, SendPorts } from './tally.ts'
import { notThrottling } from './throttling.ts'

/** How an endpoint is after a turn. */
export type TurnReport = Pick<
  SendingResult,
  'delivered' | 'failed' | 'givenUp' | 'unreadable' | 'reasons'
> & {
  failingSince: string | null
  stopped: EndpointRecord['stopped']
}

export type EndpointTurnPorts = SendPorts & {
  endpoints: EndpointStore
  /** Has the endpoint looked at again, no earlier than a moment. */
  wake: (webhook: string, at: EpochMs) => Promise<void>
  /** Puts a message on the endpoint's queue, to come after so many seconds. */
  putBack: (webhook: string, message: WebhookMessage, seconds: number) => Promise<void>
  onTurn: (webhook: string, report: TurnReport) => void
}

export type TurnRequest = {
  owner: string
  /** No request is begun that might end after this, epoch milliseconds. */
  deadline: EpochMs
  /** The wakes by which it was asked for, UTC. */
  wokenBy: readonly string[]
  /** Whether nothing else asked for it: then a wake that was superseded has no turn. */
  isWakeAlone: boolean
  /** Whether somebody resumes the endpoint. */
  isResumed: boolean
}

/** So many deliveries are looked up at once. */
const pageSize = 100
/** How soon to look again where the turn was taken away, in seconds. */
const takenSeconds = 10
/** What only a later version of this code can read is looked at again after this. */
const lookAgainAfter = 30 * minute
/** A wake so long overdue is lost. */
const wakeLostAfter = 2 * minute
/** A wake that comes later than this is not relied on: it may have gone with a queue that is no more. */
const wakeReliedOn = minute
/** Nothing is planned for later: SQS holds a wake back for no longer, and one may be lost with its queue. */
const longestPlan = 15 * minute

const resumed = (record: EndpointRecord): EndpointRecord => ({
  ...record,
  failingSince: null,
  stopped: null,
  failures: 0,
  notBefore: 0,
  throttling: notThrottling,
})

/** What is known of an endpoint after some tries. */
const after = (record: EndpointRecord, sent: SendingResult, now: EpochMs): EndpointRecord => {
  const failed = sent.failed > 0 ? (record.failingSince ?? utc(now)) : record.failingSince
  const failingSince = sent.delivered > 0 ? null : failed
  const reason = sent.gone ?? (isToBeStopped(failingSince, now) ? 'failing for five days' : null)
  return {
    ...record,
    failingSince,
    failures: sent.failures,
    stopped: reason === null ? record.stopped : { at: utc(now), reason },
    notBefore: sent.notBefore ?? record.notBefore,
    throttling: sent.throttling,
  }
}

type Worked = {
  record: EndpointRecord
  nextAt: EpochMs | null
  sums: Omit<TurnReport, 'failingSince' | 'stopped'>
}

/** What is left of an endpoint at which nothing can be sent now: where nothing waits, it fails no more. */
const restOf = (
  record: EndpointRecord,
  { nextAt, isAnyDue }: DueDeliveries,
  now: EpochMs,
): Pick<Worked, 'record' | 'nextAt'> => {
  if (nextAt === null && !isAnyDue)
    return { record: { ...record, failingSince: null, failures: 0 }, nextAt: null }
  const planned = nextAt === null ? Number.POSITIVE_INFINITY : epochMs(nextAt)
  return { record, nextAt: isAnyDue ? Math.min(planned, now + lookAgainAfter) : planned }
}

/** Sends until nothing is due, there is no time left, or the endpoint is not to be asked. */
const work = async (
  before: EndpointRecord,
  webhook: Webhook,
  deadline: EpochMs,
  ports: EndpointTurnPorts,
): Promise<Worked> => {
  const { deliveries, machineNow } = ports
  const sums: Worked['sums'] = { delivered: 0, failed: 0, givenUp: 0, unreadable: 0, reasons: [] }
  const canBegin = () => machineNow() + webhook.timeoutSeconds * 1_000 < deadline
  for (let record = before; ; ) {
    const now = machineNow()
    if (record.stopped !== null) return { record, nextAt: null, sums }
    if (record.notBefore > now) return { record, nextAt: record.notBefore, sums }
    if (!canBegin()) return { record, nextAt: now, sums }
    const found = await deliveries.due(webhook.name, now, pageSize, webhook.ordered)
    if (found.deliveries.length === 0) return { ...restOf(record, found, now), sums }
    const page = { due: found.deliveries, readAt: now }
    const sent = await sendDueDeliveries(page, webhook, record, ports, canBegin)
    sums.delivered += sent.delivered
    sums.failed += sent.failed
    sums.givenUp += sent.givenUp
    sums.unreadable += sent.unreadable
    sums.reasons = [...new Set([...sums.reasons, ...sent.reasons])]
    record = after(record, sent, machineNow())
  }
}

/** When the endpoint is to be looked at again; null where nothing waits there. */
const lookAgainAt = ({ record, nextAt }: Worked, now: EpochMs): EpochMs | null => {
  const isToBeReported = record.stopped !== null || record.failingSince !== null
  if (!isToBeReported && nextAt === null) return null
  return Math.min(nextAt ?? Number.POSITIVE_INFINITY, now + longestPlan)
}

/** Whether a wake is on its way that comes soon, and no later than a moment. */
const isWakeSent = (wakeAt: string | null, at: EpochMs, now: EpochMs): boolean => {
  if (wakeAt === null) return false
  const comes = epochMs(wakeAt)
  return comes <= at && comes > now - wakeLostAfter && comes <= now + wakeReliedOn
}

/**
 * One turn at an endpoint, under a lease: sends what is due, and has it looked at again when the next
 * is.
 * @returns false where somebody else has the turn
 */
export const takeEndpointTurn = async (
  webhook: Webhook,
  { owner, deadline, wokenBy, isWakeAlone, isResumed }: TurnRequest,
  ports: EndpointTurnPorts,
): Promise<boolean> => {
  const { name } = webhook
  const { endpoints, machineNow } = ports
  const began = machineNow()
  const lease = { owner, now: began, until: began + endpointTurnSeconds * 1_000 }
  const found = await endpoints.takeLease(name, lease)
  if (found === null) return false
  let record = isResumed ? resumed(found) : found
  try {
    // Somebody's word holds, whatever becomes of this run.
    if (isResumed) await endpoints.note(name, owner, record)
    const isCurrent = record.wakeAt !== null && wokenBy.includes(record.wakeAt)
    // Who had the turn before, and died, owed another to whoever came meanwhile.
    const isOwed = record.askedBy !== record.followed
    if (isWakeAlone && !isCurrent && !isOwed) return true
    const worked = await work(record, webhook, deadline, ports)
    record = { ...worked.record, wakeAt: record.wakeAt, followed: found.askedBy }
    const { failingSince, stopped } = record
    ports.onTurn(name, { ...worked.sums, failingSince, stopped })
    const now = machineNow()
    const at = lookAgainAt(worked, now)
    // A wake that has come stays noted until another is on its way: it comes again where this fails.
    const sent = isCurrent ? null : record.wakeAt
    if (at === null || isWakeSent(sent, at, now)) record = { ...record, wakeAt: sent }
    else {
      const wakeAt = utc(at)
      await ports.wake(name, epochMs(wakeAt))
      record = { ...record, wakeAt }
    }
    return true
  } finally {
    const released = await endpoints.release(name, owner, record)
    const look: WebhookMessage = { webhook: 'wake', at: null }
    // Whoever has taken the turn meanwhile knows nothing of what was planned here.
    if (released === null) await ports.putBack(name, look, takenSeconds)
    else if (released.isAskedFor) await ports.putBack(name, look, 0)
  }
}
