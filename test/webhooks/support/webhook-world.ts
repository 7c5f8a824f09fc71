import { randomBytes, randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type * as z from 'zod'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { asMessage } from '../../../lib/attendance/events/outbox.ts'
import { epochMs, second } from '../../../lib/attendance/moments.ts'
import { createEndpointStore } from '../../../lib/store/webhooks/endpoint-store.ts'
import { createHoldStore } from '../../../lib/store/webhooks/hold-store.ts'
import { createWebhookDeliveryStore } from '../../../lib/store/webhooks/webhook-delivery-store.ts'
import { webhookQueue, webhookTimeoutSeconds } from '../../../lib/webhooks/queues.ts'
import {
  handleEndpointBatch,
  type WebhookPorts,
} from '../../../lib/webhooks/receiving/handle-batch.ts'
import type { TurnReport } from '../../../lib/webhooks/sending/endpoint-turn.ts'
import { endpointQueues } from '../../../lib/webhooks/wakes.ts'
import { Webhook, webhookFilterPolicy } from '../../../lib/webhooks/webhook-settings.ts'
import { isLoopbackAddress } from '../../../lib/webhooks/wire/addresses.ts'
import { createPoster } from '../../../lib/webhooks/wire/post.ts'
import type { Engines } from '../../harness/engines.ts'
import { isRefusedBySqs } from '../../harness/refused-by-sqs.ts'
import { ownCertificate, type Receiver, startReceiver } from './receiver.ts'

type Queued = { id: string; body: string; at: number; receives: number }
type Input = { QueueUrl?: string; MessageBody?: string; DelaySeconds?: number }

export const aKey = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** What is configured of an endpoint, but for its address. */
export type WebhookOverrides = Omit<z.input<typeof Webhook>, 'url'>

/** What runs the function: its ports, and whether it died of them, so that nothing was answered. */
export type Process = { change: (ports: WebhookPorts) => WebhookPorts; hasDied: () => boolean }
const immortal: Process = { change: (ports) => ports, hasDied: () => false }

let made = 0

/**
 * Endpoints with a real table and real HTTPS receivers, on a clock that stands still while something
 * happens and jumps to what comes next.
 */
export const startWebhookWorld = async (
  engines: Engines,
  start: string,
  endpoints: readonly WebhookOverrides[],
) => {
  const tableName = `webhooks-${++made}`
  await engines.createTable(tableName)
  const certificate = await ownCertificate()
  const keys = new Map(endpoints.map(({ name }) => [name, [aKey()]]))
  const receivers = new Map<string, Receiver>()
  const webhooks: Webhook[] = []
  for (const endpoint of endpoints) {
    const receiver = await startReceiver(keys.get(endpoint.name) ?? [], certificate)
    receivers.set(endpoint.name, receiver)
    webhooks.push(Webhook.parse({ ...endpoint, url: receiver.url }))
  }
  let now = epochMs(start)
  const setNow = (moment: number) => {
    now = moment
    vi.setSystemTime(moment)
  }
  vi.useFakeTimers({ toFake: ['Date'], now })

  const queues = new Map<string, Queued[]>(endpoints.map(({ name }) => [name, []]))
  const dead = new Map<string, Queued[]>(endpoints.map(({ name }) => [name, []]))
  const reports = new Map<string, TurnReport>()
  const problems: unknown[] = []
  const prefix = 'http://queues/test-webhook-'
  const put = (input: Input) => {
    if (isRefusedBySqs(input.MessageBody)) throw new Error('InvalidMessageContents')
    const url = (input.QueueUrl ?? '').slice(prefix.length)
    const name = url.replace(/-dead-letters$/, '')
    const to = url === name ? queues : dead
    const at = now + (input.DelaySeconds ?? 0) * second
    to.get(name)?.push({ id: randomUUID(), body: input.MessageBody ?? '', at, receives: 0 })
  }
  const sqs = { send: async ({ input }: { input: Input }) => put(input) }
  const { post } = createPoster({
    isAllowed: isLoopbackAddress,
    lookup: ((_name: string, _options: unknown, callback: (...args: unknown[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    ca: certificate.cert,
  })
  const ports: WebhookPorts = {
    deliveries: createWebhookDeliveryStore(engines.documents, tableName, () => now),
    endpoints: createEndpointStore(engines.documents, tableName),
    holds: createHoldStore(engines.documents, tableName, () => now),
    keysOf: async (name) => keys.get(name) ?? [],
    post,
    ...endpointQueues(sqs as never, prefix, () => now),
    machineNow: () => now,
    zone: 'Europe/London',
    random: () => 0,
    onTurn: (name, report) => reports.set(name, report),
    onProblem: (_what, error) => problems.push(error),
  }

  const invoke = async (webhook: Webhook, { change, hasDied }: Process) => {
    const waiting = queues.get(webhook.name) ?? []
    const batch = waiting.filter(({ at }) => at <= now).slice(0, webhookQueue.batchSize)
    queues.set(
      webhook.name,
      waiting.filter((each) => !batch.includes(each)),
    )
    const turn = { owner: randomUUID(), deadline: now + (webhookTimeoutSeconds - 10) * second }
    const began = now
    const failed = await handleEndpointBatch(batch, webhook, turn, change(ports), {
      source: '/attendance-events/test',
    }).catch(() => new Set(batch.map(({ id }) => id)))
    for (const message of batch) {
      if (!failed.has(message.id) && !hasDied()) continue
      const again = {
        ...message,
        receives: message.receives + 1,
        at: began + webhookQueue.visibilityTimeoutSeconds * second,
      }
      const isDead = again.receives >= webhookQueue.maxReceiveCount
      ;(isDead ? dead : queues).get(webhook.name)?.push(again)
    }
  }

  return {
    webhooks,
    reports,
    problems,
    ports,
    tableName,
    now: () => now,
    keys,
    receiver: (name: string): Receiver => {
      const receiver = receivers.get(name)
      if (receiver === undefined) throw new Error(`There is no endpoint ${name}`)
      return receiver
    },
    dead: (name: string) => dead.get(name) ?? [],
    /** Puts an event on the queues whose endpoints take its type, as the topic does. */
    publish: (event: AttendanceEvent) => {
      for (const webhook of webhooks) {
        const policy = webhookFilterPolicy(webhook)
        if (policy === null || policy.type.includes(event.type))
          put({ QueueUrl: `${prefix}${webhook.name}`, MessageBody: asMessage(event) })
      }
    },
    /** Puts a message on the queue of an endpoint. */
    send: (name: string, message: unknown) =>
      put({ QueueUrl: `${prefix}${name}`, MessageBody: JSON.stringify(message) }),
    /** Loses what its queue has, as when that is deleted and made anew. */
    loseMessages: (name: string) => {
      queues.set(name, [])
    },
    /** Moves what was given up back to its queue. */
    redrive: (name: string) => {
      for (const { body } of dead.get(name) ?? [])
        put({ QueueUrl: `${prefix}${name}`, MessageBody: body })
      dead.set(name, [])
    },
    /** Runs until a moment. */
    run: async (until: number | string, process = immortal) => {
      const end = typeof until === 'number' ? until : epochMs(until)
      for (;;) {
        const next = webhooks
          .map((webhook) => ({
            webhook,
            at: Math.min(...(queues.get(webhook.name) ?? []).map(({ at }) => at)),
          }))
          .sort((a, b) => a.at - b.at)[0]
        if (next === undefined || next.at > end) break
        setNow(Math.max(now, next.at))
        await invoke(next.webhook, process)
      }
      setNow(Math.max(now, end))
    },
    close: async () => {
      vi.useRealTimers()
      for (const receiver of receivers.values()) await receiver.close()
    },
  }
}
export type WebhookWorld = Awaited<ReturnType<typeof startWebhookWorld>>
