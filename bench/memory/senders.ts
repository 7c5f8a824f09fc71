import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { alertQueue, alertTimeoutSeconds } from '../../lib/alerts/queues.ts'
import type { Wake } from '../../lib/alerts/receiving/queue-message.ts'
import { destinationKey, destinationsOf } from '../../lib/alerts/rules/destinations.ts'
import { day, utc } from '../../lib/attendance/moments.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { replayTimeoutSeconds } from '../../lib/replays/timing.ts'
import { readEvent } from '../../lib/routing/event-message.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { createWebhookDeliveryStore } from '../../lib/store/webhooks/webhook-delivery-store.ts'
import { webhookQueue, webhookTimeoutSeconds } from '../../lib/webhooks/queues.ts'
import { deliveryOf } from '../../lib/webhooks/receiving/delivery-of.ts'
import { type Bundles, type Invocation, startFunction } from './function-process.ts'
import { arrivals, logPeople } from './known-events.ts'
import { knowShards } from './known-people.ts'
import { type SendersWorld, startSendersWorld } from './senders-world.ts'

/** The functions that plan polls, and that send on what was published. */
export const senders = ['dispatchPolls', 'sendAlerts', 'deliverWebhook', 'replayEvents'] as const
export type Sender = (typeof senders)[number]

const timeouts: Record<Sender, number> = {
  dispatchPolls: functionTimeoutSeconds.dispatchPolls,
  sendAlerts: alertTimeoutSeconds.sendAlerts,
  deliverWebhook: webhookTimeoutSeconds,
  replayEvents: replayTimeoutSeconds,
}

/** What is in store: employees who are planned for, events that wait at the endpoint, employees whose events are replayed. */
const planned = 100_000
const waiting = 2_000
const replayed = 10_000

/** Something that a function does, twice: with what it is invoked, and how one sees that it did. */
type Task = {
  name: string
  of: Sender
  before?: () => Promise<void>
  first: () => object
  /** @param answer the first one */
  next: (answer: unknown) => object
  /** @throws where something was not done */
  check: (answers: readonly unknown[]) => void
}

const fromQueue = (bodies: readonly string[], eventSourceARN: string): object => ({
  Records: bodies.map((body, n) => ({
    messageId: String(n),
    receiptHandle: String(n),
    attributes: { ApproximateReceiveCount: '1' },
    body,
    eventSourceARN,
  })),
})

/** Keeps events for the endpoint, as if it had been down. */
const keepWaiting = async (
  { deliveriesTable, webhook, settings }: SendersWorld,
  messages: readonly string[],
): Promise<void> => {
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const deliveries = createWebhookDeliveryStore(documents, deliveriesTable, Date.now)
  for (const message of messages) {
    const read = readEvent(JSON.parse(message))
    if (read?.kind !== 'event') throw new Error('An arrival is an event')
    const delivery = deliveryOf(read.event, webhook, settings.workday.timeZone, Date.now())
    if (delivery !== null) await deliveries.accept(webhook.name, delivery)
  }
}

const Replay = z.object({
  progress: z.object({
    id: z.string(),
    state: z.string(),
    counts: z.record(z.string(), z.number()),
  }),
})

/** Says whether something has happened so often since it was said last. */
const since = (count: () => number) => {
  let before = count()
  return (what: string, wanted: number): void => {
    const grown = count() - before
    before = count()
    if (grown < wanted) throw new Error(`${grown} ${what}, not ${wanted}`)
  }
}

const tasksIn = (world: SendersWorld): Task[] => {
  const { settings, endpointQueueArn, taken } = world
  let people = 0
  /** Events of people of whom there were none before. */
  const newArrivals = (count: number): string[] => {
    people += count
    return arrivals(people - count, count, settings)
  }
  const messagesGrew = since(taken.messages)
  const postsGrew = since(taken.posts)
  const wake = JSON.stringify({ webhook: 'wake', at: null })
  const looks = () =>
    destinationsOf(settings.alerts[0] ?? { slack: [], email: [] }).map((destination) =>
      JSON.stringify({ wake: destinationKey(destination), at: utc(Date.now()) } satisfies Wake),
    )
  const webhookBatch = () => fromQueue(newArrivals(webhookQueue.batchSize), endpointQueueArn)
  return [
    {
      name: `dispatch-polls, ${planned} employees`,
      of: 'dispatchPolls',
      first: () => ({}),
      next: () => ({}),
      check: () => undefined,
    },
    {
      name: `send-alerts, ${alertQueue.batchSize} events to a channel and an audience`,
      of: 'sendAlerts',
      first: () => fromQueue(newArrivals(alertQueue.batchSize), 'alerts'),
      next: () => fromQueue(looks(), 'alerts'),
      check: () => messagesGrew('messages', 1),
    },
    {
      name: `deliver-webhook, ${webhookQueue.batchSize} events`,
      of: 'deliverWebhook',
      first: webhookBatch,
      next: webhookBatch,
      check: () => postsGrew('posts', 2 * webhookQueue.batchSize),
    },
    {
      name: `deliver-webhook, ${waiting} events that waited`,
      of: 'deliverWebhook',
      before: () => keepWaiting(world, newArrivals(waiting)),
      first: () => fromQueue([wake], endpointQueueArn),
      next: webhookBatch,
      check: () => postsGrew('posts', waiting + webhookQueue.batchSize),
    },
    {
      name: `replay-events, ${3 * replayed} events to a queue`,
      of: 'replayEvents',
      first: () => ({
        begin: {
          to: { queue: world.othersQueueArn },
          perSecond: 1_000,
          isDryRun: false,
          span: { from: utc(Date.now() - 3 * day), to: utc(Date.now() + day) },
          types: null,
          employeeId: null,
        },
      }),
      next: (answer) => ({ goOn: Replay.parse(answer).progress.id }),
      check: ([, answer]) => {
        const { counts } = Replay.parse(answer).progress
        if (Object.keys(counts).length === 0) throw new Error('Nothing was replayed')
      },
    },
  ]
}

const invokeTwice = async (
  { before, first, next, check, of: sender }: Task,
  megabytes: number,
  bundles: Record<Sender, Bundles>,
  { variables }: SendersWorld,
): Promise<Invocation[]> => {
  await before?.()
  const lambda = await startFunction(
    bundles[sender],
    megabytes,
    timeouts[sender],
    variables[sender],
  )
  try {
    const began = await lambda.invoke(first())
    const went = await lambda.invoke(next(began.answer))
    if (began.failed + went.failed > 0) throw new Error('Some messages failed')
    check([began.answer, went.answer])
    return [began, went]
  } finally {
    lambda.end()
  }
}

/**
 * Has those functions do the most that one invocation may have to do, each as it is deployed with so much
 * memory: first in a new process, then in a warm one.
 * @param onMeasured given what each took, in megabytes given; nothing where it ran out of memory or time
 */
export const measureSenders = async (
  sizes: readonly number[],
  bundles: Record<Sender, Bundles>,
  onMeasured: (task: string, megabytes: number, taken: readonly Invocation[]) => void,
): Promise<void> => {
  const world = await startSendersWorld()
  try {
    await knowShards(world.resources.tableName, planned)
    await logPeople(world.resources.eventsTable, replayed, world.settings)
    for (const task of tasksIn(world))
      for (const megabytes of sizes) {
        const taken = await invokeTwice(task, megabytes, bundles, world).catch((error: unknown) => {
          process.stderr.write(`${task.name}, ${megabytes} MB: ${String(error)}\n`)
          return []
        })
        onMeasured(task.name, megabytes, taken)
      }
  } finally {
    await world.end()
  }
}
