import { describe, expect } from 'vitest'
import { test as engineTest } from '../harness/engine-test.ts'
import { anEntryOf, implementations } from './contract-ports.ts'

describe.each(implementations)('the topic and the queue, %s', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('25 events are published whole, with their attributes, and all acknowledged', async ({
    ports,
  }) => {
    const { publish, delivered } = ports
    const entries = Array.from({ length: 25 }, (_, n) => anEntryOf(n))
    const { acknowledged, failures } = await publish(entries)
    expect([...acknowledged]).toEqual(entries.map(({ id }) => id))
    expect(failures.size).toBe(0)
    const messages = await delivered()
    expect(messages.map(({ body }) => body).toSorted()).toEqual(
      entries.map(({ message }) => message).toSorted(),
    )
    expect(messages[0]?.attributes).toEqual({ type: 'attendance.clocked-in', baseline: 'false' })
  })

  test('an event too large for the topic is not acknowledged', async ({ ports }) => {
    const { publish } = ports
    const { acknowledged, failures } = await publish([anEntryOf(1, 300_000)])
    expect([...acknowledged]).toEqual([])
    expect(failures.size).toBe(1)
  })

  test('ticks are received once while they are invisible, delayed ones not yet', async ({
    ports,
  }) => {
    const { send, received } = ports
    await send([
      { shardId: '0001', delaySeconds: 0 },
      { shardId: '0002', delaySeconds: 60 },
      { shardId: '0003', delaySeconds: 0 },
    ])
    expect((await received()).toSorted()).toEqual(['{"shardId":"0001"}', '{"shardId":"0003"}'])
    expect(await received()).toEqual([])
  })
})
