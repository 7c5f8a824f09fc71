import type { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { createEndpointStore } from '../../../../lib/store/webhooks/endpoint-store.ts'
import { createHoldStore } from '../../../../lib/store/webhooks/hold-store.ts'
import { createWebhookDeliveryStore } from '../../../../lib/store/webhooks/webhook-delivery-store.ts'
import type { WebhookPorts } from '../../../../lib/webhooks/receiving/handle-batch.ts'
import { endpointQueues } from '../../../../lib/webhooks/wakes.ts'
import type { Webhook } from '../../../../lib/webhooks/webhook-settings.ts'
import { type EpochMs, minute } from '../../oracle/moments.ts'
import { memoryDocuments } from '../../ports/document-table.ts'
import type { MemoryQueue } from '../../ports/queue.ts'
import type { Process } from '../process.ts'
import type { EndpointOptions } from './endpoint.ts'
import { postingTo } from './posting.ts'
import type { Receiver } from './receivers.ts'

/** Signing keys may have been read so long ago. */
const longestMemory = 5 * minute

/** What `deliver-webhook` reaches for an endpoint: the table, its queue, its keys, and the receiver. */
export const createEndpointPorts = (
  webhook: Webhook,
  receiver: Receiver,
  queue: MemoryQueue,
  { processes, faults, observed, table, homeZone }: EndpointOptions,
) => {
  const { scheduler, trace } = processes
  const { name } = webhook
  let keys = { at: Number.NEGATIVE_INFINITY, read: receiver.keys() }

  /** A warm machine reads them again every five minutes. */
  const keysOf = async (): Promise<string[]> => {
    const now = scheduler.now()
    if (now - keys.at >= longestMemory) keys = { at: now, read: receiver.keys() }
    return keys.read
  }

  const sqsOf = ({ effect, name: process }: Process): Pick<SQSClient, 'send'> => {
    const send = ({ input }: SendMessageCommand) =>
      effect('queue', `send to ${name}`, () => {
        const { QueueUrl = '', MessageBody = '', DelaySeconds = 0 } = input
        if (!QueueUrl.endsWith('-dead-letters')) return queue.put(MessageBody, DelaySeconds)
        const letter: AttendanceEvent | { event: AttendanceEvent } = JSON.parse(MessageBody)
        const { id } = 'event' in letter ? letter.event : letter
        observed.deadLetters.push({ endpoint: name, at: scheduler.now(), id, process })
        queue.putAside(MessageBody)
      })
    return { send: send as SQSClient['send'] }
  }

  const noteKept = (id: string): void => {
    const kept = observed.kept.get(name) ?? new Map<string, EpochMs>()
    observed.kept.set(name, kept)
    if (!kept.has(id)) kept.set(id, scheduler.now())
  }

  return (process: Process): WebhookPorts => {
    const documents = memoryDocuments(table, process.effect)
    const { now } = process
    const deliveries = createWebhookDeliveryStore(documents, 'deliveries', now)
    return {
      deliveries: {
        ...deliveries,
        accept: async (endpoint, delivery) => {
          await deliveries.accept(endpoint, delivery)
          noteKept(delivery.id)
        },
      },
      endpoints: createEndpointStore(documents, 'deliveries'),
      holds: createHoldStore(documents, 'deliveries', now),
      keysOf,
      post: postingTo(name, receiver, process, observed, scheduler.now),
      ...endpointQueues(sqsOf(process), 'https://queues.example.org/', now),
      machineNow: now,
      zone: homeZone,
      random: faults.draws.unit,
      onTurn: (endpoint, { stopped, failingSince }) => {
        const at = scheduler.now()
        if (failingSince !== null) observed.failing.push({ endpoint, at, failingSince })
        if (stopped === null) return
        const { reason } = stopped
        observed.stopped.push({ endpoint, at, process: process.name, reason, failingSince })
      },
      onProblem: (what, error) => {
        trace(`${process.name} leaves ${what}: ${String(error)}`)
        observed.problems.push({ process: process.name, error })
      },
    }
  }
}
