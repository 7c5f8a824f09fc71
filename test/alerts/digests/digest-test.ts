import type { DigestPorts } from '../../../lib/alerts/digests/send-digest.ts'
import { renderMail, renderMailWhole } from '../../../lib/alerts/email/render.ts'
import type { Outcome, Outlet } from '../../../lib/alerts/sending/outlet.ts'
import { renderSlackWhole } from '../../../lib/alerts/slack/render.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { createDeliveryStore } from '../../../lib/store/deliveries/delivery-store.ts'
import { aClocking, anId, aProfile, aState, nothingSpecial } from '../../harness/builders.ts'
import { test as tableTest } from '../../harness/table-test.ts'

export const now = Date.parse('2026-11-20T08:30:00Z')
const titles = ['Nurse', 'Porter', null]
const insideRaw = (n: number) => {
  const pause = { id: anId(n, 2), start: '2026-11-20T08:00:00Z', end: null }
  const known = { ...aClocking({ end: null }), breaks: n % 10 === 0 ? [pause] : [] }
  return JSON.stringify(
    aState({
      employeeId: anId(n),
      profile: { ...aProfile, givenName: `Person${n}`, jobTitle: titles[n % 3] ?? null },
      clockings: {
        [anId(n, 1)]: { ...nothingSpecial, phase: 'present', known },
      },
    }),
  )
}

export const settings = {
  asking: {
    workday: { timeZone: 'Europe/London', midday: '12:30' },
    workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
    tooLongHours: 14,
  },
  pace: { clockingsEverySeconds: 60, absencesEverySeconds: 900 },
  wording: english,
}

/** A test with ports over shards of 250 people, read and parsed as the store does. */
export const test = tableTest.extend(
  'portsFor',
  ({ engines, table }) =>
    (people: number, answers: Record<string, Outcome[]> = {}) => {
      const shards = Array.from({ length: Math.ceil(people / 250) }, (_, n) => String(n + 1))
      const stored = new Map(
        shards.map((shardId, shard) => [
          shardId,
          Array.from({ length: Math.min(250, people - shard * 250) }, (_, n) =>
            insideRaw(shard * 250 + n + 1),
          ),
        ]),
      )
      const said: string[] = []
      const outcome = (name: string): Outcome => answers[name]?.shift() ?? { kind: 'sent' }
      const outlet = (kind: string): Outlet => ({
        interval: 1_000,
        isGathering: false,
        hasRoomFor: () => true,
        send: async (name, mailing) => {
          const result = outcome(name)
          if (result.kind === 'sent')
            said.push(`${kind}:${name} ${renderMail(mailing, english, 'Harbour').subject}`)
          return result
        },
        sendWhole: async (name, message) => {
          const parts =
            kind === 'slack'
              ? renderSlackWhole(message, english)
              : renderMailWhole(message, english, 'Harbour')
          said.push(...parts.map((part) => JSON.stringify(part)))
          return outcome(name)
        },
      })
      const ports: DigestPorts = {
        deliveries: createDeliveryStore(engines.documents, table.name, () => now),
        outlets: { slack: outlet('slack'), email: outlet('email') },
        machineNow: () => now,
        sleep: async () => undefined,
        onSent: () => undefined,
        onFailed: () => undefined,
        onGone: () => undefined,
        onRefused: () => undefined,
        now: () => now,
        shards: {
          all: async () => ({
            unreadable: [],
            shards: shards.map((shardId) => ({
              shardId,
              members: 250,
              polledThrough: '2026-11-20T08:29:00Z',
              absencesReadAt: '2026-11-20T08:29:00Z',
              behind: { clockings: {}, absences: {} },
              lossAcceptedAt: null,
            })),
          }),
        },
        employees: {
          inShard: async (shardId) => ({
            employees: (stored.get(shardId) ?? []).map((raw) =>
              EmployeeState.parse(JSON.parse(raw)),
            ),
            unreadable: [],
          }),
        },
      }
      return { ports, said }
    },
)
