import { alertQueue, alertTimeoutSeconds, turnSeconds } from '../../../../lib/alerts/queues.ts'
import {
  type AlertPorts,
  handleBatch,
  type QueueRecord,
} from '../../../../lib/alerts/receiving/handle-batch.ts'
import { wakesThrough } from '../../../../lib/alerts/receiving/wakes.ts'
import { filterPolicyOf } from '../../../../lib/alerts/rules/filter-policy.ts'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { audiences, channels } from '../../alert-rules.ts'
import type { Deployment } from '../../deployments.ts'
import { hour, second, utc } from '../../oracle/moments.ts'
import { createMemoryQueue, type QueueMessage } from '../../ports/queue.ts'
import type { Message } from '../../ports/topic.ts'
import type { Faults } from '../faults.ts'
import type { Mutant } from '../functions.ts'
import type { Observed } from '../observed.ts'
import { launch, type Process, type ProcessWorld } from '../process.ts'
import { type People, traceable } from './people.ts'

export type AlertOptions = {
  processes: ProcessWorld
  faults: Faults
  observed: Observed
  deploymentNow: () => Deployment
  people: People
  mutant: Mutant
}

/** Every channel and audience, in each deployment. */
const everywhere = new Set([
  ...channels.map((name) => `slack:${name}`),
  ...audiences.map((name) => `email:${name}`),
])

/** How long the topic may keep a message back while it delivers others. */
const longestDelay = 2 * hour

/** How many run at once. */
const concurrency = 4
/** The last of a function's time, in which it begins nothing more, and its patience. */
const reserve = 15 * second
const patience = 5 * second

/** `send-alerts` as it is deployed: its queue, and what invokes it with batches. */
export const createSendAlerts = (options: AlertOptions) => {
  const { processes, faults, deploymentNow, people } = options
  const { alerts: mutated = (same: AlertPorts) => same } = options.mutant
  const { scheduler, trace } = processes
  let started = 0
  let busy = 0
  let isGathering = false

  const portsOf = (process: Process): AlertPorts => ({
    ...people.portsOf(process, traceable()),
    wake: wakesThrough(queue.messageSender(process.effect), 'alerts', process.now),
    ...people.rememberedOf(process),
    deadLetter: (letter) =>
      process.effect('queue', 'put aside', () => queue.putAside(JSON.stringify(letter))),
    now: process.now,
    machineMilliseconds: (milliseconds) => milliseconds,
    onUnknown: () => {},
    onProblem: (what, error) => trace(`${process.name} leaves ${what}: ${String(error)}`),
  })

  const work = (
    process: Process,
    records: QueueRecord[],
    { alerts, rules }: Deployment,
  ): Promise<ReadonlySet<string>> =>
    handleBatch(
      records,
      {
        owner: process.name,
        leaseMilliseconds: turnSeconds.sendAlerts * second,
        deadline: process.now() + alertTimeoutSeconds.sendAlerts * second - reserve,
        patience,
      },
      mutated(portsOf(process)),
      {
        rules: alerts,
        destinations: everywhere,
        wording: traceable(),
        zone: rules.workday.timeZone,
        graceMilliseconds: alertQueue.batchingWindowSeconds * second,
      },
    )

  const invoke = (batch: readonly QueueMessage[]): void => {
    const deployment = deploymentNow()
    const records = batch.map(
      ({ body, receives }, n): QueueRecord => ({ id: String(n), body, receives }),
    )
    const offset = people.aClockOffset()
    busy++
    launch<ReadonlySet<string>>(
      {
        name: `alerts #${++started}`,
        clockOffset: () => offset,
        timeout: alertTimeoutSeconds.sendAlerts * second,
        work: (process) => work(process, records, deployment),
        onEnd: (outcome, process) => {
          busy--
          people.noteEnd(outcome, process)
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
    // Each of Lambda's pollers has a batch of its own, so that one may be small.
    const size = faults.draws.pick([1, 2, 10, alertQueue.batchSize])
    while (busy < concurrency && batch.length < size) {
      const message = queue.receive()
      if (message === null) break
      batch.push(message)
    }
    if (batch.length === 0) return
    invoke(batch)
    pump()
  }

  /** Lambda waits a moment, so that more messages go into a batch. */
  const gather = (): void => {
    if (isGathering) return
    isGathering = true
    scheduler.at(scheduler.now() + alertQueue.batchingWindowSeconds * second, pump)
  }

  const queue = createMemoryQueue({
    ...alertQueue,
    now: scheduler.now,
    choose: (count) => faults.draws.whole(0, count - 1),
    onVisible: (at) => scheduler.at(at, gather),
  })

  const take = (body: string): void => {
    const { id }: AttendanceEvent = JSON.parse(body)
    const { queued } = options.observed.alerts
    queued.set(id, Math.min(queued.get(id) ?? scheduler.now(), scheduler.now()))
    queue.put(body, 0)
  }

  return {
    /** Takes a message from the topic where the subscription's filter wants it. */
    subscribe: ({ body, attributes }: Message): void => {
      const policy = filterPolicyOf(deploymentNow().alerts)
      if (policy === null) return
      const isWanted = Object.entries(policy).every(([name, values]) =>
        values.includes(attributes[name] ?? ''),
      )
      if (!isWanted) return
      if (faults.strikes('late-message', 0.1))
        scheduler.at(scheduler.now() + faults.draws.whole(1, longestDelay), () => take(body))
      else take(body)
      if (faults.strikes('repeated-message', 0.05)) queue.put(body, faults.draws.whole(0, 900))
    },

    /**
     * What an operator does when all is well again: gives what was tried too often another try,
     * and tells a channel that got a new webhook something.
     */
    recover: (): void => {
      queue.redrive()
      if (!faults.counts.has('channel-gone')) return
      for (const channel of channels)
        queue.put(JSON.stringify({ wake: `slack:${channel}`, at: utc(scheduler.now()) }), 0)
    },

    dead: () => queue.deadLetters.length,
  }
}
