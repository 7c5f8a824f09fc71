import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { webhookQueue, webhookTimeoutSeconds } from '../../../../lib/webhooks/queues.ts'
import {
  handleEndpointBatch,
  type QueuedMessage,
} from '../../../../lib/webhooks/receiving/handle-batch.ts'
import { type Webhook, webhookFilterPolicy } from '../../../../lib/webhooks/webhook-settings.ts'
import { second } from '../../oracle/moments.ts'
import type { DocumentTable } from '../../ports/document-table.ts'
import type { Message } from '../../ports/topic.ts'
import type { Faults } from '../faults.ts'
import { createInvoking } from '../invoking.ts'
import type { Process, ProcessWorld } from '../process.ts'
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
/** Somebody's word that an endpoint is to go on. */
const resume = JSON.stringify({ webhook: 'resume' })
/** The last of the function's time, in which it begins no request. */
const reserve = 10 * second

/** An endpoint as it is deployed: its queue, and `deliver-webhook` as it is invoked with batches of it. */
export const createEndpoint = (webhook: Webhook, receiver: Receiver, options: EndpointOptions) => {
  const { processes, faults, observed } = options
  const { scheduler, trace } = processes
  const { name } = webhook
  let started = 0

  const noteEnd = (
    process: Process,
    outcome: Parameters<typeof observed.runs.set>[1]['outcome'],
    isToResume: boolean,
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
      isToResume,
    })
  }

  const { queue, bring } = createInvoking({
    processes,
    faults,
    deployed: webhookQueue,
    concurrency: webhookQueue.maxConcurrency,
    batchSizes: [2, webhookQueue.batchSize, webhookQueue.batchSize],
    runOf: (batch) => {
      const records = batch.map(({ body }, n): QueuedMessage => ({ id: String(n), body }))
      const isToResume = batch.some(({ body }) => body === resume)
      const offset = faults.strikes('clock-offset', 0.2)
        ? faults.draws.whole(-largestClockOffset, largestClockOffset)
        : 0
      return {
        name: `webhook ${name} #${++started}`,
        clockOffset: () => offset,
        timeout: webhookTimeoutSeconds * second,
        work: (process) => {
          const deadline = process.now() + webhookTimeoutSeconds * second - reserve
          const turn = { owner: process.name, deadline }
          const settings = { source: '/attendance-events/simulated' }
          return handleEndpointBatch(records, webhook, turn, portsOf(process), settings)
        },
        onEnd: (outcome, process) => noteEnd(process, outcome, isToResume),
      }
    },
  })

  const take = (body: string): void => {
    const { id }: AttendanceEvent = JSON.parse(body)
    const queued = observed.queued.get(name) ?? new Map<string, number>()
    observed.queued.set(name, queued)
    if (queued.has(id)) observed.broughtAgain.push({ endpoint: name, id, at: scheduler.now() })
    else queued.set(id, scheduler.now())
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
      bring(body, take)
    },

    /** An operator has the endpoint go on. */
    resume: (): void => {
      observed.resumed.push({ endpoint: name, at: scheduler.now() })
      queue.put(resume, 0)
    },
  }
}
