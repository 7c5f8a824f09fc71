import pLimit from 'p-limit'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import { endpointTurnSeconds } from '../queues.ts'
import {
  type EndpointTurnPorts,
  type TurnRequest,
  takeEndpointTurn,
} from '../sending/endpoint-turn.ts'
import type { Webhook } from '../webhook-settings.ts'
import { deliveryOf, testDelivery } from './delivery-of.ts'
import { type EndpointMessage, readWebhookMessage, type WebhookMessage } from './queue-message.ts'

/** A message of an endpoint's queue. */
export type QueuedMessage = { id: string; body: string }

export type WebhookPorts = EndpointTurnPorts & {
  /** Something failed and comes back to the queue. */
  onProblem: (what: string, error: unknown) => void
}

export type BatchSettings = {
  /** What `source` says in test events. */
  source: string
}

type Read = { id: string; message: EndpointMessage }

/** An event of a type that came after this version: the later one is to send it. */
class LaterTypeError extends Error {
  override readonly name = 'LaterTypeError'
}

/** Records are kept side by side, so many at once. */
const concurrentWrites = 10
/** How early a wake may be, in milliseconds. */
const tolerance = 500
/** How soon to look again where somebody else has the turn, in seconds. */
const busySeconds = 10

const isEarly = (at: string, now: EpochMs): boolean => epochMs(at) > now + tolerance

/**
 * Whether a wake that finds the turn taken is to come again: the one that is noted, or one that whoever has
 * the turn has planned since they took it, and has not noted yet. All others would become ever more.
 */
const mayCount = (
  at: string,
  { wakeAt, leaseUntil }: { wakeAt: string | null; leaseUntil: EpochMs },
): boolean => at === wakeAt || epochMs(at) >= leaseUntil - endpointTurnSeconds * 1_000

/** What the messages of a batch ask for. */
const requested = (read: readonly Read[], now: EpochMs) => {
  const wakes = read.flatMap(({ message }) => (message.kind === 'wake' ? [message.at] : []))
  const planned = [...new Set(wakes.filter((at) => at !== null))]
  return {
    isResumed: read.some(({ message }) => message.kind === 'resume'),
    early: planned.filter((at) => isEarly(at, now)),
    wokenBy: planned.filter((at) => !isEarly(at, now)),
    isAnythingElse: read.some(({ message }) => message.kind !== 'wake') || wakes.includes(null),
  }
}

/**
 * Handles a batch of one endpoint's queue: events are kept for the endpoint, then all that is due there
 * is sent. Whatever fails comes back alone.
 * @returns the ids of the records that failed
 */
export const handleEndpointBatch = async (
  records: readonly QueuedMessage[],
  webhook: Webhook,
  turn: Pick<TurnRequest, 'owner' | 'deadline'>,
  ports: WebhookPorts,
  { source }: BatchSettings,
): Promise<ReadonlySet<string>> => {
  const { name } = webhook
  const failed = new Set<string>()
  const attempt = async <T>(id: string, act: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await act()
    } catch (error) {
      failed.add(id)
      ports.onProblem(id, error)
      return null
    }
  }
  const deliveryIn = (message: EndpointMessage) => {
    const now = ports.machineNow()
    if (message.kind === 'unknown') throw new LaterTypeError('The type is not known')
    if (message.kind === 'test') return testDelivery(source, now, message.again)
    if (message.kind !== 'event') return null
    const delivery = deliveryOf(message.event, webhook, ports.zone, now)
    return delivery !== null && message.isReplayed ? { ...delivery, replayed: true } : delivery
  }
  const read = await pLimit(concurrentWrites).map([...records], ({ id, body }) =>
    attempt(id, async (): Promise<Read> => {
      const message = readWebhookMessage(body)
      const delivery = deliveryIn(message)
      if (delivery !== null) await ports.deliveries.accept(name, delivery)
      return { id, message }
    }),
  )
  const kept = read.filter((each) => each !== null)
  const { early, wokenBy, isResumed, isAnythingElse } = requested(kept, ports.machineNow())
  try {
    for (const at of early) await ports.wake(name, epochMs(at))
    if (wokenBy.length === 0 && !isAnythingElse) return failed
    const request = { ...turn, isResumed, wokenBy, isWakeAlone: !isAnythingElse }
    if (await takeEndpointTurn(webhook, request, ports)) return failed
    // Whoever has the turn may have looked before this was kept, and looks again after it. One that died does not,
    // but what it read comes again.
    const taken = await ports.endpoints.ask(name, turn.owner, ports.machineNow())
    const again: WebhookMessage[] = [
      ...wokenBy
        .filter((at) => mayCount(at, taken))
        .map((at) => ({ webhook: 'wake' as const, at })),
      ...(taken.isTaken ? [] : [{ webhook: 'wake' as const, at: null }]),
      ...(isResumed ? [{ webhook: 'resume' as const }] : []),
    ]
    for (const message of again) await ports.putBack(name, message, busySeconds)
  } catch (error) {
    for (const { id } of kept) failed.add(id)
    ports.onProblem(name, error)
  }
  return failed
}
