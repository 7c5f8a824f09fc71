import { emailOutlet } from '../../../lib/alerts/email/outlet.ts'
import type { Mailing } from '../../../lib/alerts/email/render.ts'
import { filterPolicyOf } from '../../../lib/alerts/filter-policy.ts'
import { type AlertPorts, handleBatch, type QueueRecord } from '../../../lib/alerts/handle-batch.ts'
import type { Outlet } from '../../../lib/alerts/outlet.ts'
import { alertQueue, alertTimeoutSeconds, turnSeconds } from '../../../lib/alerts/queues.ts'
import { slackOutlet } from '../../../lib/alerts/slack/outlet.ts'
import { wakesThrough } from '../../../lib/alerts/wakes.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import type { Wording } from '../../../lib/alerts/wording/wording.ts'
import { second, utc } from '../../../lib/attendance/moments.ts'
import { audiences, channels } from '../alert-rules.ts'
import { createDeliveryTable, memoryDeliveryStore, stillWaiting } from '../ports/delivery-table.ts'
import { memoryMail } from '../ports/mail.ts'
import { createMemoryQueue, type QueueMessage } from '../ports/queue.ts'
import { createSlack } from '../ports/slack.ts'
import type { Message } from '../ports/topic.ts'
import type { Deployment } from '../scenario.ts'
import type { Faults } from './faults.ts'
import type { Mutant } from './functions.ts'
import { type Observed, tellingOf } from './observed.ts'
import { launch, type Process, type ProcessWorld } from './process.ts'

type Options = {
  processes: ProcessWorld
  faults: Faults
  observed: Observed
  deploymentNow: () => Deployment
  mutant: Mutant
}

/** How many run at once, and how far the clocks of their machines may be apart. */
const concurrency = 4
const largestClockOffset = 4 * second
/** The last of a function's time, in which it begins nothing more, and its patience. */
const reserve = 15 * second
const patience = 5 * second

/** English that names the event beside each sentence, so that an observer knows it again. */
const traceable: Wording = {
  ...english,
  event: (event, reading) => [...english.event(event, reading), ` ⟨${event.id}⟩`],
}

const eventsIn = ({ messages }: Mailing): string[] =>
  messages
    .flatMap(({ headline, sections }) => [headline, ...sections.flatMap(({ lines }) => lines)])
    .flatMap((phrase) => phrase.filter((part) => typeof part === 'string'))
    .flatMap((text) => /⟨(.+)⟩/.exec(text)?.[1] ?? [])

/** `send-alerts` as it is deployed: its queue, what invokes it, its table, and whom it tells. */
export const createAlerts = ({ processes, faults, observed, deploymentNow, mutant }: Options) => {
  const { alerts: mutated = (same: AlertPorts) => same } = mutant
  const { scheduler, trace } = processes
  const table = createDeliveryTable()
  const slack = createSlack(faults)
  let started = 0
  let busy = 0
  let isGathering = false

  const outletsOf = (process: Process): AlertPorts['outlets'] => {
    const saying = new Map<string, string[]>()
    const onTaken = (destination: string, bytes: unknown): void => {
      observed.alerts.said.push({
        at: scheduler.now(),
        process: process.name,
        startedAt: process.startedAt,
        destination,
        events: saying.get(destination) ?? [],
        bytes: JSON.stringify(bytes),
      })
      trace(`${process.name} tells ${destination}: ${saying.get(destination)}`)
    }
    const heard = (kind: string, outlet: Outlet): Outlet => ({
      ...outlet,
      send: (name, mailing, known) => {
        saying.set(`${kind}:${name}`, eventsIn(mailing))
        return outlet.send(name, mailing, known)
      },
    })
    const ports = slack.portsOf(process, (channel, message) => onTaken(`slack:${channel}`, message))
    const mail = memoryMail(process, (audience, sent) => onTaken(`email:${audience}`, sent))
    const topics = Object.fromEntries(audiences.map((name) => [name, name]))
    return {
      slack: heard('slack', slackOutlet(ports, traceable)),
      email: heard('email', emailOutlet(mail, topics, traceable)),
    }
  }

  const portsOf = (process: Process): AlertPorts => ({
    deliveries: memoryDeliveryStore(table, process.effect, (destination, ids) => {
      for (const id of ids) {
        const telling = tellingOf(destination, id.split('#').at(-1) ?? '')
        if (!observed.alerts.noted.has(telling)) observed.alerts.noted.set(telling, scheduler.now())
      }
    }),
    outlets: outletsOf(process),
    wake: wakesThrough(queue.messageSender(process.effect), 'alerts', process.now),
    now: process.now,
    machineNow: process.now,
    machineMilliseconds: (milliseconds) => milliseconds,
    sleep: process.sleep,
    onSent: () => {},
    onFailed: () => {},
    onGone: () => {},
    onUnknown: () => {},
    onProblem: (what, error) => trace(`${process.name} leaves ${what}: ${String(error)}`),
  })

  const invoke = (batch: readonly QueueMessage[]): void => {
    const { alerts: rules, rules: attendance } = deploymentNow()
    const records = batch.map(({ body }, n): QueueRecord => ({ id: String(n), body }))
    const offset = faults.strikes('clock-offset', 0.2)
      ? faults.draws.whole(-largestClockOffset, largestClockOffset)
      : 0
    busy++
    launch<ReadonlySet<string>>(
      {
        name: `alerts #${++started}`,
        clockOffset: () => offset,
        timeout: alertTimeoutSeconds.sendAlerts * second,
        work: (process) =>
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
              rules,
              wording: traceable,
              zone: attendance.workday.timeZone,
              graceMilliseconds: alertQueue.batchingWindowSeconds * second,
            },
          ),
        onEnd: (outcome, process) => {
          busy--
          if (outcome.kind === 'failed') trace(`${process.name} fails: ${String(outcome.error)}`)
          observed.alerts.ends.set(process.name, {
            outcome,
            isDisturbed: process.isDisturbed(),
          })
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

  return {
    /** Takes a message from the topic where the subscription's filter wants it. */
    subscribe: ({ body, attributes }: Message): void => {
      const policy = filterPolicyOf(deploymentNow().alerts)
      if (policy === null) return
      const isWanted = Object.entries(policy).every(([name, values]) =>
        values.includes(attributes[name] ?? ''),
      )
      if (!isWanted) return
      queue.put(body, 0)
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

    /** What nobody was told, and what nobody will be without an operator. */
    leftovers: () => ({ waiting: stillWaiting(table), dead: queue.deadLetters.length }),
  }
}
export type Alerts = ReturnType<typeof createAlerts>
