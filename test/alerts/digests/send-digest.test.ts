import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Digest } from '../../../lib/alerts/alert-settings.ts'
import { sendRollCall } from '../../../lib/alerts/digests/at-once.ts'
import { type DigestPorts, sendDigest } from '../../../lib/alerts/digests/send-digest.ts'
import { renderMail, renderMailWhole } from '../../../lib/alerts/email/render.ts'
import type { Outcome, Outlet } from '../../../lib/alerts/outlet.ts'
import { plainText } from '../../../lib/alerts/plain-text.ts'
import { renderSlackWhole } from '../../../lib/alerts/slack/render.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { EmployeeState } from '../../../lib/attendance/state.ts'
import { createDeliveryStore } from '../../../lib/store/delivery-store.ts'
import { aClocking, anId, aProfile, aState, nothingSpecial } from '../../harness/builders.ts'
import { type Engines, startEngines } from '../../harness/engines.ts'

let engines: Engines
beforeAll(async () => {
  engines = await startEngines()
  await engines.createTable('digests')
})
afterAll(() => engines.close())

const now = Date.parse('2026-11-20T08:30:00Z')
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

const settings = {
  asking: {
    workday: { timeZone: 'Europe/London', midday: '12:30' },
    workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
    tooLongHours: 14,
  },
  pace: { clockingsEverySeconds: 60, absencesEverySeconds: 900 },
  wording: english,
}
const turn = { owner: 'me', leaseMilliseconds: 130_000, deadline: now + 100_000, patience: 70_000 }

/** Ports over shards of 250 people, read and parsed as the store does. */
const portsFor = (people: number, answers: Record<string, Outcome[]> = {}) => {
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
    deliveries: createDeliveryStore(engines.documents, 'digests', () => now),
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
        employees: (stored.get(shardId) ?? []).map((raw) => EmployeeState.parse(JSON.parse(raw))),
        unreadable: [],
      }),
    },
  }
  return { ports, said }
}

const digest = (name: string) =>
  Digest.parse({
    name,
    at: '08:30',
    slack: ['office', 'yard'],
    email: ['managers'],
    include: ['in-now'],
  })

describe('sending a digest', () => {
  test('reaches every destination, once for each scheduled time', async () => {
    const { ports, said } = portsFor(2)
    const send = (time: string) => sendDigest(digest('one'), time, turn, ports, settings)
    expect(await send('2026-11-20T08:30:00Z')).toEqual({
      sent: ['slack:office', 'slack:yard', 'email:managers'],
      isSkipped: false,
    })
    await send('2026-11-20T08:30:00Z')
    expect(said.toSorted()).toEqual([
      'email:managers One: 2 in - Harbour',
      'slack:office One: 2 in - Harbour',
      'slack:yard One: 2 in - Harbour',
    ])
    await send('2026-11-21T08:30:00Z')
    expect(said).toHaveLength(6)
  })

  const held = (channel: string, ports: DigestPorts, until: number) =>
    ports.deliveries.takeLease(`slack:${channel}`, { owner: 'alerts', now, until })
  const only = (channel: string, name: string) => ({ ...digest(name), slack: [channel], email: [] })

  test('waits for its turn where others of the same time, or alerts, have it', async () => {
    const { ports, said } = portsFor(1)
    let time = now
    const waiting = {
      ...ports,
      machineNow: () => time,
      sleep: async (milliseconds: number) => {
        time += milliseconds
      },
    }
    await held('busy', ports, now + 12_000)
    await Promise.all(
      ['early', 'late', 'last'].map((name) =>
        sendDigest(
          only('busy', name),
          '2026-11-20T08:30:00Z',
          { ...turn, owner: name },
          waiting,
          settings,
        ),
      ),
    )
    expect(said.toSorted()).toEqual([
      'slack:busy Early: 1 in - Harbour',
      'slack:busy Last: 1 in - Harbour',
      'slack:busy Late: 1 in - Harbour',
    ])
  })

  test('fails where its turn would come too late', async () => {
    const { ports, said } = portsFor(1)
    await held('hanging', ports, now + 70_000)
    const short = { ...turn, deadline: now + 4_000 }
    const send = () =>
      sendDigest(only('hanging', 'hasty'), '2026-11-20T08:30:00Z', short, ports, settings)
    await expect(send()).rejects.toThrow('Not told: slack:hanging (its turn comes too late)')
    expect(said).toEqual([])
  })

  test('that a destination did not take fails, and a retry serves that one alone', async () => {
    const { ports, said } = portsFor(1, { yard: [{ kind: 'failed', reason: 'HTTP 500' }] })
    const send = () => sendDigest(digest('two'), '2026-11-20T08:30:00Z', turn, ports, settings)
    await expect(send()).rejects.toThrow('Not told: slack:yard (HTTP 500)')
    expect(said).toHaveLength(2)
    await send()
    expect(said.slice(2)).toEqual(['slack:yard Two: 1 in - Harbour'])
  })
})

describe('a roll call', () => {
  test('of 10,000 people takes less than 5 seconds and leaves nobody out', async () => {
    const destinations = [
      { kind: 'slack' as const, name: 'wardens' },
      { kind: 'email' as const, name: 'managers' },
    ]
    const rollCall = async () => {
      const { ports, said } = portsFor(10_000)
      const began = performance.now()
      const { count, onBreak } = await sendRollCall(destinations, ports, settings)
      expect([count, onBreak]).toEqual([10_000, 1_000])
      return { said, took: performance.now() - began }
    }
    // The faster of two: the machine may have been busy with something else.
    const [first, second] = [await rollCall(), await rollCall()]
    expect(Math.min(first.took, second.took)).toBeLessThan(5_000)
    const { said } = first
    const people = (text: string) => text.match(/Person\d+ O'Neill/g) ?? []
    const toSlack = new Set(said.filter((part) => part.includes('blocks')).flatMap(people))
    const toMail = new Set(said.filter((part) => part.includes('subject')).flatMap(people))
    expect([toSlack.size, toMail.size]).toEqual([10_000, 10_000])
  })

  test('groups by job title, those without one last, and marks breaks', async () => {
    const { ports } = portsFor(10)
    const { message } = await sendRollCall([], ports, settings)
    expect(message.sections.map(({ heading }) => heading)).toEqual([
      ['Nurse (3)'],
      ['Porter (4)'],
      ['Without a job title (3)'],
    ])
    const lines = message.sections[1]?.lines.map((line) => plainText(line, english))
    expect(lines).toContain("Person10 O'Neill (since Wed 18 Nov, 09:00, on a break since 08:00)")
  })
})
