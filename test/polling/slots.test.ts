import { describe, expect, test } from 'vitest'
import type { SavingPorts } from '../../lib/polling/publishing/save-and-publish.ts'
import { callsInFlight } from '../../lib/polling/shard/progress.ts'
import { noTurn } from '../../lib/publishing/publication.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import type { Spent } from '../../lib/workforce/call-pace.ts'
import { CredentialsRefusedError } from '../../lib/workforce/errors.ts'
import { anEntry, anId, aState } from '../harness/builders.ts'
import { countedTopic, virtualTime } from '../harness/counted-topic.ts'
import { before, machineTime, memoryShard } from '../harness/memory-shard.ts'
import { aPublication } from '../harness/publication.ts'

const state = (n: number, overrides = {}) =>
  aState({ employeeId: anId(n), version: 0, ...overrides })
const slotUntil = (until: number) => ({ requestsPerSecond: 10, until: machineTime + until })
const spending = (spent: Partial<Spent>) => () => ({
  requests: {},
  answers: 0,
  milliseconds: 0,
  throttled: 0,
  ...spent,
})

describe('a poll whose slot is over', () => {
  test('publishes what waits, asks nobody, and leaves the shard as it was', async () => {
    const shard = await memoryShard([state(1, { outbox: [anEntry(1)] }), state(2)])
    const report = await shard.poll({ slot: slotUntil(0) })
    expect(report).toMatchObject({ kind: 'late', polledThrough: before })
    expect(shard.asked).toEqual([])
    expect(shard.published).toEqual(['attendance.clocked-in'])
    expect(shard.finished).toMatchObject([
      { polledThrough: before, behind: { clockings: {}, absences: {} } },
    ])
  })

  test('publishes at its end what had no turn before', async () => {
    const shard = await memoryShard([state(1, { outbox: [anEntry(1)] })])
    let tries = 0
    const publish: SavingPorts['publish'] = async (entries) => {
      const isInTime = ++tries > 1
      return aPublication(entries, () => isInTime, noTurn)
    }
    const delivery = { ...shard.ports.delivery, publish }
    const report = await shard.poll({ slot: slotUntil(0) }, { delivery })
    expect(report).toMatchObject({ kind: 'late', oldestPending: null })
    expect((await shard.state(anId(1)))?.outbox).toEqual([])
  })

  test('while it asks leaves over whoever it did not come to', async () => {
    const shard = await memoryShard([state(1), state(2), state(3)])
    const machineNow = () => machineTime + shard.asked.length * 1_000
    const report = await shard.poll({ slot: slotUntil(2_500) }, { machineNow })
    expect(report).toMatchObject({ kind: 'polled', polled: 2, leftOver: 1 })
  })
})

test('a poll that begins just before its slot is over has time for a topic that answers', async () => {
  const time = virtualTime()
  const topic = countedTopic(time, () => ({ counted: 100, answered: 100 }))
  const entries = [anEntry(1), anEntry(2)]
  const shard = await memoryShard([state(1, { outbox: entries })])
  const now = time.now()
  const request = {
    slot: { requestsPerSecond: 10, until: now + 50 },
    deadline: now + 60_000,
    publishingDeadline: now + 70_000,
  }
  const delivery = { ...shard.ports.delivery, publish: publishToTopic(topic.sns, 'topic') }
  const polled = shard.poll(request, { delivery, machineNow: time.now, wait: time.wait })
  await time.runUntil(now + 60_000)
  const report = await polled
  expect((await shard.state(anId(1)))?.outbox).toEqual([])
  expect(shard.failures).toEqual([])
  expect(topic.messages()).toEqual(entries.map(({ message }) => message))
  expect(report.kind).toBe('late')
})

test('a call that began within the slot may end a little after it, and never after the deadline', async () => {
  const shard = await memoryShard([state(1)])
  await shard.poll()
  shard.deadlines.clear()
  await shard.poll({ slot: slotUntil(2_000), deadline: machineTime + 60_000 })
  await shard.poll({ slot: slotUntil(2_000), deadline: machineTime + 3_000 })
  expect([...shard.deadlines]).toEqual([machineTime + 7_000, machineTime + 3_000])
})

describe('what the next polls need', () => {
  const needsAfter = async (spent: Partial<Spent>, polls = 1) => {
    const shard = await memoryShard([state(1), state(2), state(3)])
    for (let n = 0; n < polls; n++) await shard.poll({}, { spent: spending(spent) })
    return shard.finished.at(-1)?.needs
  }

  test('is what this one spent, and how long a call took', async () => {
    const spent = { requests: { clockings: 3, absences: 4 }, answers: 7, milliseconds: 700 }
    expect(await needsAfter(spent)).toEqual({
      clockings: 3,
      absences: 4,
      latency: 100,
      throttledAt: null,
    })
  })

  test('counts those whom it did not come to', async () => {
    const shard = await memoryShard([state(1), state(2), state(3)])
    const spent = spending({ requests: { clockings: 1 }, answers: 1, milliseconds: 80 })
    await shard.poll({ deadline: machineTime }, { spent })
    expect(shard.finished.at(-1)?.needs).toMatchObject({ clockings: 4, absences: 3 })
  })

  test('says when throttling was met', async () => {
    expect(await needsAfter({ throttled: 2 })).toMatchObject({ throttledAt: machineTime })
  })

  test('grows soon, and shrinks little by little', async () => {
    const shard = await memoryShard([state(1)])
    const needed: (number | undefined)[] = []
    for (const clockings of [100, 200, 100]) {
      const spent = spending({ requests: { clockings }, answers: 1 })
      await shard.poll({}, { spent })
      needed.push(shard.finished.at(-1)?.needs?.clockings)
    }
    expect(needed).toEqual([100, 150, 145])
  })

  test('is not learned from an outage', async () => {
    const shard = await memoryShard([state(1)])
    await shard.poll({}, { spent: spending({ requests: { clockings: 9 }, answers: 1 }) })
    const failing: typeof shard.ports.api = {
      ...shard.ports.api,
      listClockings: () => {
        throw new CredentialsRefusedError(401, 'invalid_client')
      },
    }
    await shard.poll({}, { api: failing, spent: spending({ requests: { clockings: 1 } }) })
    expect(shard.finished.at(-1)?.needs).toMatchObject({ clockings: 9 })
  })
})

test('calls in flight are as many as the rate can use, a few at least, and no more than set', () => {
  const needs = { clockings: 1, absences: 1, latency: 300, throttledAt: null }
  expect(callsInFlight(20, { needs }, 20)).toBe(12)
  expect(callsInFlight(1, { needs }, 20)).toBe(8)
  expect(callsInFlight(100, { needs }, 20)).toBe(20)
  expect(callsInFlight(1, { needs }, 2)).toBe(2)
  expect(callsInFlight(undefined, { needs }, 20)).toBe(20)
  expect(callsInFlight(10, {}, 20)).toBe(20)
})
