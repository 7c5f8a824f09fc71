import { randomUUID } from 'node:crypto'
import { mailHasRoomFor, renderMail } from '../../../lib/alerts/email/render.ts'
import { alertQueue } from '../../../lib/alerts/queues.ts'
import { deadLettersThrough } from '../../../lib/alerts/receiving/aside.ts'
import { type AlertPorts, handleBatch } from '../../../lib/alerts/receiving/handle-batch.ts'
import type { AlertRule } from '../../../lib/alerts/rules/alert-settings.ts'
import { destinationKey, destinationsOf } from '../../../lib/alerts/rules/destinations.ts'
import type { Outlet } from '../../../lib/alerts/sending/outlet.ts'
import { secondsUntilRetry } from '../../../lib/alerts/sending/retries.ts'
import { slackOutlet } from '../../../lib/alerts/slack/outlet.ts'
import { postToSlack } from '../../../lib/alerts/slack/webhook.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import type { Wording } from '../../../lib/alerts/wording/wording.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs, second, utc } from '../../../lib/attendance/moments.ts'
import { createDeliveryStore } from '../../../lib/store/deliveries/delivery-store.ts'
import { createFollowerStore } from '../../../lib/store/deliveries/followers.ts'
import { createNotificationStore } from '../../../lib/store/deliveries/notifications.ts'
import type { Engines } from '../../harness/engines.ts'
import { isRefusedBySqs } from '../../harness/refused-by-sqs.ts'
import { type FakeSlack, startFakeSlack } from './fake-slack.ts'

type Input = { input: { MessageBody?: string } }
type Queued = { id: string; body: string; at: number; receives: number }

/** How the queue behaves where a function died: when its messages come back. */
const visibility = alertQueue.visibilityTimeoutSeconds * second

/** What runs the function: its ports, and whether it died of them, so that nothing was answered. */
export type Process = { change: (ports: AlertPorts) => AlertPorts; hasDied: () => boolean }
const immortal: Process = { change: (ports) => ports, hasDied: () => false }

let made = 0

/**
 * The alerts with a real table and a real Slack server, on a clock that stands still while
 * something happens and jumps to what comes next.
 */
export const startAlertWorld = async (engines: Engines, rules: AlertRule[], start: string) => {
  const tableName = `deliveries-${++made}`
  await engines.createTable(tableName)
  const slack: FakeSlack = await startFakeSlack()
  const mails: { audience: string; at: number; subject: string; body: string }[] = []
  const addresses = new Map<string, string>()
  const said = {
    sent: [] as string[],
    failed: [] as string[],
    gone: [] as string[],
    refused: [] as string[],
    problems: [] as unknown[],
  }
  let now = epochMs(start)
  let queue: Queued[] = []
  const dead: Queued[] = []

  const email: Outlet = {
    interval: 60_000,
    isGathering: true,
    hasRoomFor: (mailing) => mailHasRoomFor(mailing, english),
    send: async (audience, mailing) => {
      mails.push({ audience, at: now, ...renderMail(mailing, english, 'Harbour') })
      return { kind: 'sent' }
    },
    sendWhole: async () => ({ kind: 'sent' }),
  }
  const ports: AlertPorts = {
    deliveries: createDeliveryStore(engines.documents, tableName, () => now),
    outlets: {
      slack: slackOutlet(
        {
          addressOf: async (channel) => {
            const url = addresses.get(channel) ?? slack.url(channel)
            return { url, fingerprint: url }
          },
          post: postToSlack,
          sleep: async (milliseconds) => {
            now += milliseconds
          },
        },
        english,
      ),
      email,
    },
    notifications: createNotificationStore(engines.documents, tableName, () => now),
    followers: createFollowerStore(engines.documents, tableName, () => now),
    machineNow: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds
    },
    now: () => now,
    machineMilliseconds: (milliseconds) => milliseconds,
    wake: async (destination, at, how = {}) => {
      const wake = { wake: destination, at: utc(at), ...how }
      queue.push(queued(JSON.stringify(wake), at))
    },
    onSent: ({ name }) => said.sent.push(name),
    onFailed: ({ name }, reason) => said.failed.push(`${name}: ${reason}`),
    onGone: ({ name }, reason) => said.gone.push(`${name}: ${reason}`),
    onRefused: ({ name }, reason) => said.refused.push(`${name}: ${reason}`),
    deadLetter: deadLettersThrough(
      { send: async ({ input }: Input) => setAside(input) } as never,
      '',
    ),
    onUnknown: () => undefined,
    onProblem: (_what, error) => said.problems.push(error),
  }
  const setAside = ({ MessageBody = '' }: Input['input']) => {
    if (isRefusedBySqs(MessageBody)) throw new Error('InvalidMessageContents')
    dead.push(queued(MessageBody, now))
  }
  const queued = (body: string, at: number): Queued => ({ id: randomUUID(), body, at, receives: 0 })
  const known = (all: readonly AlertRule[]) => all.flatMap(destinationsOf).map(destinationKey)
  let settings = {
    rules,
    destinations: new Set(known(rules)),
    wording: english,
    zone: 'Europe/London',
    graceMilliseconds: 5 * second,
  }

  /** One invocation with all that is visible. */
  const invoke = async ({ change, hasDied }: Process): Promise<void> => {
    const batch = queue.filter(({ at }) => at <= now)
    queue = queue.filter(({ at }) => at > now)
    const turn = {
      owner: randomUUID(),
      leaseMilliseconds: 70 * second,
      deadline: now + 45 * second,
      patience: 5 * second,
    }
    const began = now
    const records = batch.map((message) => ({ ...message, receives: message.receives + 1 }))
    const failed = await handleBatch(records, turn, change(ports), settings).catch(
      () => new Set(batch.map(({ id }) => id)),
    )
    for (const message of batch) {
      if (!failed.has(message.id) && !hasDied()) continue
      const receives = message.receives + 1
      const wait = hasDied() ? visibility : secondsUntilRetry(receives) * second
      const again = { ...message, at: began + wait, receives }
      if (receives >= alertQueue.maxReceiveCount) dead.push(again)
      else queue.push(again)
    }
  }

  return {
    slack,
    mails,
    said,
    dead,
    addresses,
    ports,
    tableName,
    now: () => now,
    /** Puts an event on the queue, as the topic does; twice where it is delivered twice. */
    publish: (event: AttendanceEvent, times = 1) => {
      for (let n = 0; n < times; n++)
        queue.push(queued(JSON.stringify(event), Math.max(now, epochMs(event.recordedtime))))
    },
    publishAt: (body: string, at: string) => queue.push(queued(body, epochMs(at))),
    /** Runs until nothing is on the queue, or until a moment. */
    run: async (until = '2027-01-01T00:00:00Z', process: Process = immortal) => {
      for (;;) {
        const next = Math.min(...queue.map(({ at }) => at))
        if (next > epochMs(until) || queue.length === 0) break
        // Lambda gathers for five seconds.
        now = Math.max(now, next) + 5 * second
        await invoke(process)
      }
      now = Math.max(now, until.startsWith('2027') ? now : epochMs(until))
    },
    /** Has other rules from now on; every channel and audience stays. */
    deploy: (next: AlertRule[], destinations = [...settings.destinations, ...known(next)]) => {
      settings = { ...settings, rules: next, destinations: new Set(destinations) }
    },
    /** Is called before an event is put into words. */
    wordEvents: (onEvent: (event: AttendanceEvent) => void) => {
      const wording: Wording = {
        ...english,
        event: (event, reading) => {
          onEvent(event)
          return english.event(event, reading)
        },
      }
      settings = { ...settings, wording }
    },
    close: () => slack.close(),
  }
}
export type AlertWorld = Awaited<ReturnType<typeof startAlertWorld>>
