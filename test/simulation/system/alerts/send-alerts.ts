import { alertQueue, alertTimeoutSeconds, turnSeconds } from '../../../../lib/alerts/queues.ts'
import type { Aside } from '../../../../lib/alerts/receiving/aside.ts'
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
import { type EpochMs, second } from '../../oracle/moments.ts'
import type { Message } from '../../ports/topic.ts'
import type { Faults } from '../faults.ts'
import type { Mutant } from '../functions.ts'
import { createInvoking } from '../invoking.ts'
import { type Observed, tellingOf } from '../observed.ts'
import type { Process, ProcessWorld } from '../process.ts'
import type { People } from './people.ts'
import { traceable } from './telling.ts'

export type AlertOptions = {
  processes: ProcessWorld
  faults: Faults
  observed: Observed
  /** What is deployed: which events come. */
  deploymentNow: () => Deployment
  /** By which a run goes. */
  deploymentOfRun: () => Deployment
  people: People
  /** What stands in each sentence besides. */
  much: string
  mutant: Mutant
}

/** Every channel and audience, in each deployment. */
const everywhere = new Set([
  ...channels.map((name) => `slack:${name}`),
  ...audiences.map((name) => `email:${name}`),
])

/** How many run at once. */
const concurrency = 4
/** The last of a function's time, in which it begins nothing more, and its patience. */
const reserve = 15 * second
const patience = 5 * second

/** `send-alerts` as it is deployed: its queue, and what invokes it with batches. */
export const createSendAlerts = (options: AlertOptions) => {
  const { processes, faults, deploymentNow, people } = options
  const wording = traceable({ much: options.much })
  const { alerts: mutated = (same: AlertPorts) => same } = options.mutant
  const { scheduler, trace } = processes
  let started = 0

  const notePutAside = ({ aside, waiting }: Aside): void => {
    const { putAside } = options.observed.alerts
    for (const { event } of waiting) {
      const { id }: AttendanceEvent = JSON.parse(event)
      const telling = tellingOf(aside, id)
      putAside.set(telling, putAside.get(telling) ?? scheduler.now())
    }
  }

  const portsOf = (process: Process): AlertPorts => ({
    ...people.portsOf(process, wording),
    wake: wakesThrough(queue.messageSender(process.effect), 'alerts', process.now),
    ...people.rememberedOf(process),
    deadLetter: (letter) =>
      process.effect('queue', 'put aside', () => {
        notePutAside(letter)
        queue.putAside(JSON.stringify(letter))
      }),
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
        wording,
        zone: rules.workday.timeZone,
        graceMilliseconds: alertQueue.batchingWindowSeconds * second,
      },
    )

  const { queue, bring } = createInvoking({
    processes,
    faults,
    deployed: alertQueue,
    concurrency,
    batchSizes: [1, 2, 10, alertQueue.batchSize],
    runOf: (batch) => {
      const deployment = options.deploymentOfRun()
      const records = batch.map(
        ({ body, receives }, n): QueueRecord => ({ id: String(n), body, receives }),
      )
      const offset = people.aClockOffset()
      return {
        name: `alerts #${++started}`,
        clockOffset: () => offset,
        timeout: alertTimeoutSeconds.sendAlerts * second,
        work: (process) => work(process, records, deployment),
        onEnd: people.noteEnd,
      }
    },
  })

  const noteRepeat = (body: string, at: EpochMs): void => {
    const { id }: AttendanceEvent = JSON.parse(body)
    const { repeated } = options.observed.alerts
    repeated.set(id, [...(repeated.get(id) ?? []), at])
  }

  const take = (body: string): void => {
    const event: AttendanceEvent = JSON.parse(body)
    const { id } = event
    people.noteEvent(event)
    const { queued } = options.observed.alerts
    // What is published once more comes late, too.
    if (queued.has(id)) noteRepeat(body, scheduler.now())
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
      if (isWanted) bring(body, take, noteRepeat)
    },

    /** What an operator does when all is well again: gives what was tried too often another try. */
    recover: (): void => {
      for (const { body } of queue.deadLetters) {
        const { id }: Partial<AttendanceEvent> = JSON.parse(body)
        if (id !== undefined) options.observed.alerts.movedBack.add(id)
      }
      options.observed.alerts.recoveredAt = scheduler.now()
      queue.redrive()
    },

    dead: () => queue.deadLetters.length,
  }
}
