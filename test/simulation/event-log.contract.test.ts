import { describe, expect } from 'vitest'
import type { PlacedSegment } from '../../lib/store/events/segment-record.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import type { Engines } from '../harness/engines.ts'
import { anEntryOf } from './contract-ports.ts'
import { memorySegmentStore } from './ports/segment-table.ts'

const inMemory = async () => memorySegmentStore(new Map(), async (_service, _name, act) => act())

const onDynalite = async ({ createResources, documents }: Engines) =>
  createSegmentStore(documents, (await createResources()).tableName)

const expiry = 2_000_000_000
const writtenAt = '2026-11-18T09:00:00Z'

const aSegment = (position: number): PlacedSegment => ({
  position,
  writtenAt,
  events: [anEntryOf(position), anEntryOf(position)],
})

describe.each([
  ['in memory', inMemory],
  ['on dynalite', onDynalite],
])('the store of the event log, %s', (_kind, open) => {
  const test = engineTest.extend('log', ({ engines }) => open(engines))

  test('a segment is read as it was written, and its position is taken once', async ({ log }) => {
    const segment = aSegment(1)
    expect(await log.create(3, segment, expiry)).toBe(true)
    expect(await log.create(3, aSegment(1), expiry)).toBe(false)
    expect(await log.after(3, 0, 9)).toEqual([segment])
    expect(await log.after(4, 0, 9)).toEqual([])
  })

  test('segments are read in order after a position, and newest first before one', async ({
    log,
  }) => {
    const segments = [1, 2, 10, 11].map(aSegment)
    for (const each of segments) await log.create(0, each, expiry)
    expect(await log.after(0, 1, 2)).toEqual(segments.slice(1, 3))
    expect(await log.after(0, 11, 9)).toEqual([])
    expect(await log.before(0, 11, 2)).toEqual([segments[2], segments[1]])
    expect(await log.before(0, Number.MAX_SAFE_INTEGER, 9)).toEqual(segments.toReversed())
    expect(await log.before(0, 1, 9)).toEqual([])
    expect(await log.newest(0)).toEqual({ last: 11, lastExpiry: expiry, writtenAt })
    expect(await log.newest(1)).toBeNull()
  })

  test('of a lane that ends where it did it is noted that a segment may be gone sooner, not later', async ({
    log,
  }) => {
    await log.note(7, { last: 4, lastExpiry: expiry, writtenAt })
    await log.note(7, { last: 4, lastExpiry: expiry + 1, writtenAt })
    expect(await log.tail(7)).toEqual({ last: 4, lastExpiry: expiry, writtenAt })
    await log.note(7, { last: 4, lastExpiry: expiry - 1, writtenAt })
    expect(await log.tail(7)).toEqual({ last: 4, lastExpiry: expiry - 1, writtenAt })
  })

  test('the tail of a lane is noted upwards alone, and is no segment', async ({ log }) => {
    expect(await log.tail(7)).toBeNull()
    await log.note(7, { last: 0, lastExpiry: expiry, writtenAt: null })
    expect(await log.tail(7)).toEqual({ last: 0, lastExpiry: expiry, writtenAt: null })
    await log.note(7, { last: 4, lastExpiry: expiry, writtenAt })
    await log.note(7, { last: 3, lastExpiry: expiry + 1, writtenAt })
    expect(await log.tail(7)).toEqual({ last: 4, lastExpiry: expiry, writtenAt })
    await log.note(7, { last: 5, lastExpiry: expiry + 1, writtenAt })
    expect(await log.tail(7)).toEqual({ last: 5, lastExpiry: expiry + 1, writtenAt })
    expect(await log.newest(7)).toBeNull()
    expect(await log.after(7, 0, 9)).toEqual([])
    expect(await log.before(7, 99, 9)).toEqual([])
  })
})
