import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { type DigestPorts, sendDigest } from '../../../lib/alerts/digests/send-digest.ts'
import { Digest } from '../../../lib/alerts/rules/alert-settings.ts'
import { now, settings, test } from './digest-test.ts'

const turn = { owner: 'me', leaseMilliseconds: 130_000, deadline: now + 100_000, patience: 70_000 }

const digest = (name: string) =>
  Digest.parse({
    name,
    at: '08:30',
    slack: ['office', 'yard'],
    email: ['managers'],
    include: ['in-now'],
  })

describe('sending a digest', () => {
  test('reaches every destination, once for each scheduled time', async ({ portsFor }) => {
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

  test('is sent at whatever hour', async ({ portsFor }) => {
    const { ports, said } = portsFor(1)
    for (let hour = 0; hour < 24; hour++) {
      const at = now + (hour - 8) * 3_600_000
      const ports24 = { ...ports, now: () => at, machineNow: () => at }
      const turnThen = { ...turn, deadline: at + 100_000 }
      await sendDigest(digest('hourly'), new Date(at).toISOString(), turnThen, ports24, settings)
      expect([hour, said.length]).toEqual([hour, 3 * (hour + 1)])
    }
  })

  const held = (channel: string, ports: DigestPorts, until: number) =>
    ports.deliveries.takeLease(`slack:${channel}`, { owner: 'alerts', now, until })
  const only = (channel: string, name: string) => ({ ...digest(name), slack: [channel], email: [] })

  test('waits for its turn where others of the same time, or alerts, have it', async ({
    portsFor,
  }) => {
    const { ports, said } = portsFor(1)
    let time = now
    const waiting = {
      ...ports,
      machineNow: () => time,
      sleep: async (milliseconds: number) => {
        time += milliseconds
        // Whoever has the turn gets on with it meanwhile.
        await setTimeout(20)
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

  test('fails where its turn would come too late', async ({ portsFor }) => {
    const { ports, said } = portsFor(1)
    await held('hanging', ports, now + 70_000)
    const short = { ...turn, deadline: now + 4_000 }
    const send = () =>
      sendDigest(only('hanging', 'hasty'), '2026-11-20T08:30:00Z', short, ports, settings)
    await expect(send()).rejects.toThrow('Not notified: slack:hanging (its turn comes too late)')
    expect(said).toEqual([])
  })

  test('that a destination did not take fails, and a retry serves that one alone', async ({
    portsFor,
  }) => {
    const { ports, said } = portsFor(1, { yard: [{ kind: 'failed', reason: 'HTTP 500' }] })
    const send = () => sendDigest(digest('two'), '2026-11-20T08:30:00Z', turn, ports, settings)
    await expect(send()).rejects.toThrow('Not notified: slack:yard (HTTP 500)')
    expect(said).toHaveLength(2)
    await send()
    expect(said.slice(2)).toEqual(['slack:yard Two: 1 in - Harbour'])
  })

  test('ends once it has ended everywhere, so that nothing is sent beside its own retry', async ({
    portsFor,
  }) => {
    const { ports, said } = portsFor(1)
    const { deliveries, outlets } = ports
    const failing: DigestPorts = {
      ...ports,
      deliveries: {
        ...deliveries,
        takeLease: (destination, lease) =>
          destination === 'slack:office'
            ? Promise.reject(new Error('DynamoDB'))
            : deliveries.takeLease(destination, lease),
      },
      outlets: {
        ...outlets,
        email: {
          ...outlets.email,
          send: async (...args) => {
            await setTimeout(100)
            return outlets.email.send(...args)
          },
        },
      },
    }
    const sending = sendDigest(digest('patient'), '2026-11-20T08:30:00Z', turn, failing, settings)
    await expect(sending).rejects.toThrow('DynamoDB')
    expect(said.toSorted()).toEqual([
      'email:managers Patient: 1 in - Harbour',
      'slack:yard Patient: 1 in - Harbour',
    ])
  })
})
