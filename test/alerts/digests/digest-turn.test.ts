import { expect } from 'vitest'
import { type DigestPorts, sendDigest } from '../../../lib/alerts/digests/send-digest.ts'
import { Digest } from '../../../lib/alerts/rules/alert-settings.ts'
import type { Outcome, Outlet } from '../../../lib/alerts/sending/outlet.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { createDeliveryStore } from '../../../lib/store/deliveries/delivery-store.ts'
import { test as tableTest } from '../../harness/table-test.ts'

const start = Date.parse('2026-11-20T08:30:00Z')
const settings = {
  asking: {
    workday: { timeZone: 'Europe/London', midday: '12:30' },
    workingDays: ['mon'] as const,
    tooLongHours: 14,
  },
  pace: { clockingsEverySeconds: 60, absencesEverySeconds: 900 },
  wording: english,
}
/** As functions/send-digest has them. */
const turn = {
  owner: 'digest',
  leaseMilliseconds: 130_000,
  deadline: start + 105_000,
  patience: 70_000,
  retries: [2_000, 5_000, 15_000],
}
const digest = (name: string) =>
  Digest.parse({ name, at: '08:30', slack: [name], include: ['in-now'] })

const test = tableTest.extend('portsFor', ({ engines, table }) => (answers: Outcome[] = []) => {
  let now = start
  const waits: (() => Promise<void>)[] = []
  const outlet: Outlet = {
    interval: 1_000,
    isGathering: false,
    hasRoomFor: () => true,
    send: async () => answers.shift() ?? { kind: 'sent' },
    sendWhole: async () => ({ kind: 'sent' }),
  }
  const ports: DigestPorts = {
    deliveries: createDeliveryStore(engines.documents, table.name, () => now),
    outlets: { slack: outlet, email: outlet },
    machineNow: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds
      await waits.shift()?.()
    },
    onSent: () => undefined,
    onFailed: () => undefined,
    onGone: () => undefined,
    onRefused: () => undefined,
    now: () => now,
    shards: {
      all: async () => ({
        unreadable: [],
        shards: [
          {
            shardId: '1',
            members: 1,
            polledThrough: '2026-11-20T08:29:00Z',
            absencesReadAt: '2026-11-20T08:29:00Z',
            behind: { clockings: {}, absences: {} },
            lossAcceptedAt: null,
          },
        ],
      }),
    },
    employees: { inShard: async () => ({ employees: [], unreadable: [] }) },
  }
  return { ports, waits }
})

test('a digest waits for the alert that is just being said in its channel', async ({
  portsFor,
}) => {
  const { ports, waits } = portsFor()
  const alert = { owner: 'alert', now: start, until: start + 70_000 }
  const record = await ports.deliveries.takeLease('slack:busy', alert)
  // The alert is said within a second.
  if (record !== null) waits.push(() => ports.deliveries.release('slack:busy', 'alert', record))
  await expect(
    sendDigest(digest('busy'), '2026-11-20T08:30:00Z', turn, ports, settings),
  ).resolves.toMatchObject({ sent: ['slack:busy'] })
})

test('a digest comes when Slack wants it, where that is soon', async ({ portsFor }) => {
  const { ports } = portsFor([{ kind: 'throttled', retryAfter: 10_000 }])
  await expect(
    sendDigest(digest('throttled'), '2026-11-20T08:30:00Z', turn, ports, settings),
  ).resolves.toMatchObject({ sent: ['slack:throttled'] })
})
