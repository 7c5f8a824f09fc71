import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { webhookQueue, webhookTimeoutSeconds } from '../../../../lib/webhooks/queues.ts'
import {
  handleEndpointBatch,
  type QueuedMessage,
} from '../../../../lib/webhooks/receiving/handle-batch.ts'
import { type Webhook, webhookFilterPolicy } from '../../../../lib/webhooks/webhook-settings.ts'
import { hour, second } from '../../oracle/moments.ts'
import type { DocumentTable } from '../../ports/document-table.ts'
import { createMemoryQueue, type QueueMessage } from '../../ports/queue.ts'
import type { Message } from '../../ports/topic.ts'
import type { Faults } from '../faults.ts'
import { launch, type Process, type ProcessWorld } from '../process.ts'
import { createEndpointPorts } from './endpoint-ports.ts'
import type { ObservedWebhooks } from './observed-webhooks.ts'
import type { Receiver } from './receivers.ts'

export type EndpointOptions = {
  processes: ProcessWorld
  faults: Faults
  observed: ObservedWebhooks
  table: DocumentTable
  homeZone: string
}

/** How far the clocks of the machines that deliver may be off. */
export const largestClockOffset = 4 * second
/** How long the topic may keep a message back while it delivers others. */
const longestDelay = 2 * hour
/** The last of the function's time, in which it begins no request. */
const reserve = 10 * second

/** An endpoint as it is deployed: its queue, and `deliver-webhook` as it is invoked with batches of it. */
export const createEndpoint = (webhook: Webhook, receiver: Receiver, options: EndpointOptions) => {
  const { processes, faults, observed } = options
  const { scheduler, trace } = processes
  const { name } = webhook
  let started = 0
  let busy = 0
  let isGathering = false

  const noteEnd = (
    process: Process,
    outcome: Parameters<typeof observed.runs.set>[1]['outcome'],
  ) => {
    const { name: run, startedAt, isDisturbed } = process
    if (outcome.kind === 'failed') trace(`${run} fails: ${String(outcome.error)}`)
    const endedAt = scheduler.now()
    observed.runs.set(run, {
      endpoint: name,
      startedAt,
      endedAt,
      outcome,
      isDisturbed: isDisturbed() || outcome.kind !== 'done',
    })
  }

  const invoke = (batch: readonly QueueMessage[]): void => {
    const records = batch.map(({ body }, n): QueuedMessage => ({ id: String(n), body }))
    const offset = faults.strikes('clock-offset', 0.2)
      ? faults.draws.whole(-largestClockOffset, largestClockOffset)
      : 0
    busy++
    launch<ReadonlySet<string>>(
      {
        name: `webhook ${name} #${++started}`,
        clockOffset: () => offset,
        timeout: webhookTimeoutSeconds * second,
        work: (process) => {
          const deadline = process.now() + webhookTimeoutSeconds * second - reserve
          const turn = { owner: process.name, deadline }
          const settings = { source: '/attendance-events/simulated' }
          return handleEndpointBatch(records, webhook, turn, portsOf(process), settings)
        },
        onEnd: (outcome, process) => {
          busy--
          noteEnd(process, outcome)
          // What failed is seen again when its time-out is over.
          if (outcome.kind === 'done')
            for (const [n, message] of batch.entries())
              if (!outcome.value.has(String(n)) && !faults.strikes('repeated-message', 0.02))
                queue.settle(message, true)
          gather()
        },
      },
      processes,
    )
  }

  const pump = (): void => {
    isGathering = false
    const batch: QueueMessage[] = []
    const size = faults.draws.pick([2, webhookQueue.batchSize, webhookQueue.batchSize])
    while (busy < webhookQueue.maxConcurrency && batch.length < size) {
      const message = queue.receive()
      if (message === null) break
      batch.push(message)
    }
    if (batch.length === 0) return
    invoke(batch)
    pump()
  }

  /** What comes at one moment is seen together. */
  const gather = (): void => {
    if (isGathering) return
    isGathering = true
    scheduler.at(scheduler.now(), pump)
  }

  const queue = createMemoryQueue({
    ...webhookQueue,
    now: scheduler.now,
    choose: (count) => faults.draws.whole(0, count - 1),
    onVisible: (at) => scheduler.at(at, gather),
  })

  const take = (body: string): void => {
    const { id }: AttendanceEvent = JSON.parse(body)
    const queued = observed.queued.get(name) ?? new Map<string, number>()
    observed.queued.set(name, queued)
    if (!queued.has(id)) queued.set(id, scheduler.now())
    queue.put(body, 0)
  }

  const portsOf = createEndpointPorts(webhook, receiver, queue, options)
  const policy = webhookFilterPolicy(webhook)

  return {
    name,
    queue,
    /** Takes a message from the topic where the subscription's filter wants it. */
    subscribe: ({ body, attributes }: Message): void => {
      if (policy !== null && !policy.type.includes(attributes['type'] ?? '')) return
      if (faults.strikes('late-message', 0.1))
        scheduler.at(scheduler.now() + faults.draws.whole(1, longestDelay), () => take(body))
      else take(body)
      if (faults.strikes('repeated-message', 0.05)) queue.put(body, faults.draws.whole(0, 900))
    },

    /** An operator has the endpoint go on. */
    resume: (): void => {
      observed.resumed.push({ endpoint: name, at: scheduler.now() })
      queue.put(JSON.stringify({ webhook: 'resume' }), 0)
    },
  }
}
