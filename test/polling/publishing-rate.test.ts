import { expect, test } from 'vitest'
import { noTurn } from '../../lib/publishing/publication.ts'
import { createPace } from '../../lib/publishing/publishing-pace.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { aClocking, anEntry, anId, aState } from '../harness/builders.ts'
import { countedTopic, virtualTime } from '../harness/counted-topic.ts'
import { memoryShard } from '../harness/memory-shard.ts'

const perSecond = 20
const people = Array.from({ length: 40 }, (_, n) => anId(n + 1))
/** Each of them a clock-in and a clock-out. */
const clockings = people.map((employeeId) => aClocking({ employeeId, id: employeeId }))

/** A shard whose polls publish at a pace, each in a function that is warm or new, in virtual time. */
const aShard = async (states = people.map((employeeId) => aState({ employeeId, version: 0 }))) => {
  const time = virtualTime()
  const topic = countedTopic(time)
  const shard = await memoryShard(states, clockings)
  const began = time.now()
  /** @param publishFor how long it may publish, in milliseconds */
  const poll = async (publishFor: number, asking = {}) => {
    const now = time.now()
    const pace = createPace(perSecond, time)
    pace.begin()
    const request = { deadline: now + 10_000, publishingDeadline: now + publishFor, ...asking }
    const delivery = { ...shard.ports.delivery, publish: publishToTopic(topic.sns, 'topic', pace) }
    const polled = shard.poll(request, { delivery, machineNow: time.now, wait: time.wait })
    await time.runUntil(now + 60_000)
    return polled
  }
  const waiting = async () =>
    (await Promise.all(people.map(shard.state))).flatMap((state) => state?.outbox ?? []).length
  return { ...shard, ...topic, poll, waiting, began }
}

test('a shard with much to tell tells it at its pace, in full batches, and the rest with the next poll', async () => {
  const shard = await aShard()
  await shard.poll(3_500)
  const first = shard.messages().length
  expect(first).toBeGreaterThan(2 * perSecond)
  expect(await shard.waiting()).toBe(80 - first)
  await shard.poll(3_500)
  expect(await shard.waiting()).toBe(0)
  expect(shard.mostInASecond()).toBe(perSecond)
  // Eight would be full, but for what nobody else is waited for with.
  expect(shard.batches().length).toBeLessThanOrEqual(10)
  const told = shard
    .messages()
    .map((message): { subject: string; type: string } => JSON.parse(message))
  expect(told).toHaveLength(80)
  for (const person of people)
    expect(told.filter(({ subject }) => subject === person).map(({ type }) => type)).toEqual([
      'attendance.clocked-in',
      'attendance.clocked-out',
    ])
})

test('what has no turn before the API is asked goes after it, however short the slot, and whatever the API says', async () => {
  const entries = Array.from({ length: 30 }, (_, n) => anEntry(n))
  const shard = await aShard([aState({ employeeId: anId(1), version: 0, outbox: entries })])
  const slot = { requestsPerSecond: 50, until: shard.began + 1_000 }
  await shard.poll(10_000, { slot })
  expect(shard.messages().slice(0, 30)).toEqual(entries.map(({ message }) => message))
  expect(shard.failures).toEqual([[anId(1), Array(30).fill(noTurn)]])
  expect(await shard.waiting()).toBe(0)
})

test('who has waited for longest has the first turn, however much another has to tell', async () => {
  const much = Array.from({ length: 60 }, (_, n) =>
    anEntry(n, { recordedtime: '2026-11-20T09:02:00Z' }),
  )
  const old = anEntry(99, { recordedtime: '2026-11-20T09:01:59.500Z' })
  const states = [much, [old]].map((outbox, n) =>
    aState({ employeeId: anId(n + 1), version: 0, outbox }),
  )
  const shard = await aShard(states)
  await shard.poll(2_500)
  expect(shard.messages().length).toBeLessThan(60)
  expect(shard.messages()[0]).toBe(old.message)
})
