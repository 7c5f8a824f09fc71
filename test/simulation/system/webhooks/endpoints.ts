import { createWebhookDeliveryStore } from '../../../../lib/store/webhooks/webhook-delivery-store.ts'
import type { Webhook } from '../../../../lib/webhooks/webhook-settings.ts'
import { hour, minute } from '../../oracle/moments.ts'
import { memoryDocuments } from '../../ports/document-table.ts'
import type { Message } from '../../ports/topic.ts'
import type { Effect } from '../process.ts'
import { createEndpoint, type EndpointOptions } from './endpoint.ts'
import type { Receivers } from './receivers.ts'

type Options = EndpointOptions & {
  webhooks: readonly Webhook[]
  receivers: Receivers
}

const atOnce: Effect = async (_service, _name, act) => act()

/** Longer than the longest pause between two tries. */
const lastTries = 28 * hour
/** Time enough for what was moved back from the dead letters. */
const redriven = hour
/** So long events are refused that were refused before, once all else is well: until some are given up. */
const lastRefusals = 5 * hour
/** How soon somebody resumes an endpoint that is there again. */
const resumedAfter = 20 * minute

/** All endpoints of a run, with the operators who resume them and move dead letters back. */
export const createEndpoints = (options: Options) => {
  const { processes, observed, receivers, webhooks, table } = options
  const { scheduler, trace } = processes
  const endpoints = webhooks.flatMap((webhook) => {
    const receiver = receivers.get(webhook.name)
    return receiver === undefined ? [] : [createEndpoint(webhook, receiver, options)]
  })
  const isStopped = (name: string): boolean =>
    observed.stopped.some(({ endpoint, at }) => endpoint === name && at > scheduler.now() - hour)
  for (const { name, resume } of endpoints)
    for (const { to } of receivers.get(name)?.spells ?? [])
      scheduler.at(to + resumedAfter, () => {
        if (isStopped(name)) resume()
      })

  const noteTheEnd = async (): Promise<void> => {
    const store = createWebhookDeliveryStore(memoryDocuments(table, atOnce), '', scheduler.now)
    for (const { name, queue } of endpoints) {
      observed.records.set(name, await store.recent(name, Number.MAX_SAFE_INTEGER))
      observed.deadInTheEnd += queue.deadLetters.length
      observed.died.push(...queue.diedAt.map((at) => ({ endpoint: name, at })))
    }
  }

  return {
    subscribe: (message: Message): void => {
      for (const endpoint of endpoints) endpoint.subscribe(message)
    },

    /** Puts a message on the queue of an endpoint. @returns false where there is none of that name */
    put: (name: string, body: string): boolean => {
      const endpoint = endpoints.find((each) => each.name === name)
      if (endpoint === undefined) return false
      endpoint.queue.put(body, 0)
      const message: { id: string } | { event: { id: string } } = JSON.parse(body)
      const { id } = 'event' in message ? message.event : message
      const replayed = observed.replayed.get(name) ?? new Map<string, number>()
      if (!replayed.has(id)) replayed.set(id, scheduler.now())
      observed.replayed.set(name, replayed)
      return true
    },

    /** What operators do when all is well again, and all that is tried after it. */
    finish: async (): Promise<void> => {
      if (endpoints.length === 0) return
      trace('operators resume every endpoint')
      for (const { resume } of endpoints) resume()
      await scheduler.runUntil(scheduler.now() + lastRefusals)
      for (const receiver of receivers.values()) receiver.recover()
      await scheduler.runUntil(scheduler.now() + lastTries)
      trace('operators move dead letters back')
      observed.redrivenAt = scheduler.now()
      for (const { queue } of endpoints) queue.redrive()
      await scheduler.runUntil(scheduler.now() + redriven)
      await noteTheEnd()
    },
  }
}
