import { expect } from 'vitest'
import { day, hour } from '../../../lib/attendance/moments.ts'
import { readAfter } from '../../../lib/store/events/log-reader.ts'
import { ContendedLaneError, createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { createSegmentStore, type SegmentWriting } from '../../../lib/store/events/segment-store.ts'
import { eventKeys } from '../../../lib/store/tables.ts'
import { anEntry } from '../../harness/builders.ts'
import { test as tableTest } from '../../harness/table-test.ts'

const test = tableTest.extend('log', ({ engines, table }) => {
  const store = createSegmentStore(engines.documents, table.name)
  const clock = { now: Date.parse('2026-11-18T09:00:00Z') }
  const writerOver = (over: SegmentWriting, days = 30) =>
    createLogWriter(over, {
      days,
      now: () => Date.parse('2026-11-18T09:00:00Z'),
      machineNow: () => clock.now,
    })
  return {
    store,
    clock,
    writerOver,
    aWriter: () => writerOver(store),
    /** The numbers of the events of each segment of the lane 0, by position. */
    segments: async () =>
      Object.fromEntries(
        (await readAfter(store, 0, 0)).map(({ position, events }) => [
          position,
          events.map(({ id }) => Number(id.slice(-12))),
        ]),
      ),
    tail: async () => (await store.tail(0))?.last,
  }
})

test('what is appended at once is one segment, and the next has the next position', async ({
  log,
}) => {
  const { append } = log.aWriter()
  await append(0, [anEntry(1), anEntry(2)])
  await append(0, [anEntry(3)])
  expect(await log.segments()).toEqual({ 1: [1, 2], 2: [3] })
  expect(await log.tail()).toBe(2)
  expect(await readAfter(log.store, 0, 1)).toEqual([
    {
      position: 2,
      writtenAt: '2026-11-18T09:00:00Z',
      previousAt: '2026-11-18T09:00:00Z',
      events: [anEntry(3)],
    },
  ])
})

test('another writer goes on where the first one ended, and back', async ({ log }) => {
  const [one, other] = [log.aWriter(), log.aWriter()]
  await one.append(0, [anEntry(1)])
  await other.append(0, [anEntry(2)])
  await one.append(0, [anEntry(3)])
  expect(await log.segments()).toEqual({ 1: [1], 2: [2], 3: [3] })
})

test('writers at the same moment leave no gap, and none of them loses anything', async ({
  log,
}) => {
  const writers = [1, 2, 3, 4].map((n) => ({ n, ...log.aWriter() }))
  await Promise.all(writers.map(({ n, append }) => append(0, [anEntry(n)])))
  const segments = await log.segments()
  expect(Object.keys(segments)).toEqual(['1', '2', '3', '4'])
  expect(Object.values(segments).flat().toSorted()).toEqual([1, 2, 3, 4])
})

test('a tail that was not noted is made good by the next append', async ({ log }) => {
  // Killed after it wrote a segment, and before it noted the tail.
  const note: SegmentWriting['note'] = async (lane, tail) => {
    if (tail.last > 0) throw new Error('Killed')
    await log.store.note(lane, tail)
  }
  const killed = log.writerOver({ ...log.store, note })
  await killed.append(0, [anEntry(1)])
  await killed.append(0, [anEntry(2)])
  expect(await log.tail()).toBe(0)
  await log.aWriter().append(0, [anEntry(3)])
  expect(await log.segments()).toEqual({ 1: [1], 2: [2], 3: [3] })
  expect(await log.tail()).toBe(3)
})

test('positions go on where all segments have expired, though the last had no note', async ({
  log,
  table,
}) => {
  await log.aWriter().append(0, [anEntry(1)])
  const last = await table.itemAt(eventKeys.tail(0))
  await log.aWriter().append(0, [anEntry(2)])
  // As if the second writer had been killed before it noted the tail, and DynamoDB had dropped both.
  await table.write({ ...last })
  await table.remove(eventKeys.segment(0, 1))
  await table.remove(eventKeys.segment(0, 2))
  log.clock.now += 31 * day
  await log.aWriter().append(0, [anEntry(3)])
  const [position] = Object.keys(await log.segments())
  expect(Number(position)).toBeGreaterThan(2)
  await log.aWriter().append(0, [anEntry(4)])
  expect(Object.values(await log.segments())).toEqual([[3], [4]])
})

test('no position is given again where events were kept for less time, and the first such had no note', async ({
  log,
  table,
}) => {
  await log.aWriter().append(0, [anEntry(1)])
  // Killed after it wrote the segment, and before it noted the tail.
  const note: SegmentWriting['note'] = async (lane, tail) => {
    if (tail.last > 1) throw new Error('Killed')
    await log.store.note(lane, tail)
  }
  await log.writerOver({ ...log.store, note }, 1).append(0, [anEntry(2)])
  expect(await log.segments()).toEqual({ 1: [1], 2: [2] })
  // A reader has read up to there when it expires.
  await table.remove(eventKeys.segment(0, 2))
  log.clock.now += 2 * day
  await log.writerOver(log.store, 1).append(0, [anEntry(3)])
  expect(await readAfter(log.store, 0, 2)).toMatchObject([{ events: [anEntry(3)] }])
})

test('a warm writer asks again where a lane ends, long before anything expires', async ({
  log,
  table,
}) => {
  const warm = log.aWriter()
  await warm.append(0, [anEntry(1)])
  await log.aWriter().append(0, [anEntry(2)])
  await table.remove(eventKeys.segment(0, 2))
  log.clock.now += hour
  await warm.append(0, [anEntry(3)])
  expect(await log.segments()).toEqual({ 1: [1], 3: [3] })
})

test('segments expire after as many days as they are kept for, and the tail never', async ({
  log,
  table,
}) => {
  await log.aWriter().append(0, [anEntry(1)])
  const { ttl } = (await table.itemAt(eventKeys.segment(0, 1))) ?? {}
  expect(ttl).toBe((log.clock.now + 30 * day) / 1_000)
  expect(await table.itemAt(eventKeys.tail(0))).not.toHaveProperty('ttl')
})

test('a lane in which others are always first is given up', async ({ log }) => {
  const writer = log.writerOver({ ...log.store, create: async () => false })
  await expect(writer.append(0, [anEntry(1)])).rejects.toThrow(ContendedLaneError)
  expect(await log.segments()).toEqual({})
})

test('an append that is given up is an error', async ({ log }) => {
  const writer = log.aWriter()
  await expect(writer.append(0, [anEntry(1)], AbortSignal.abort())).rejects.toThrow()
  expect(await log.segments()).toEqual({})
})
