import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../../lib/attendance/state/state.ts'
import {
  isRecordedIn,
  newestOf,
  positionBefore,
  readAfter,
} from '../../../lib/store/events/log-reader.ts'
import type { PlacedSegment } from '../../../lib/store/events/segment-record.ts'
import { anEntry, anId } from '../../harness/builders.ts'
import { memorySegmentStore } from '../../simulation/ports/segment-table.ts'

/** A log in memory: of the lane 0 these positions have a segment, each with these events. */
const aLog = async (segments: Record<number, OutboxEntry[]>, writtenAt = (_n: number) => '') => {
  const store = memorySegmentStore(new Map(), async (_service, _name, act) => act())
  const write = (position: number, events: OutboxEntry[]) =>
    store.create(0, { position, writtenAt: writtenAt(position), events }, 0)
  for (const [position, events] of Object.entries(segments)) await write(Number(position), events)
  return { store, write }
}

const positions = (segments: readonly PlacedSegment[]) => segments.map(({ position }) => position)

describe('reading after a position', () => {
  test('gives what follows, in order, and no more than was asked for', async () => {
    const { store } = await aLog({ 1: [anEntry(1)], 2: [anEntry(2)], 3: [anEntry(3)] })
    expect(positions(await readAfter(store, 0, 0, 2))).toEqual([1, 2])
    expect(positions(await readAfter(store, 0, 2))).toEqual([3])
    expect(positions(await readAfter(store, 0, 3))).toEqual([])
    expect(positions(await readAfter(store, 1, 0))).toEqual([])
  })

  test('a segment that comes to stand while the query passes is not skipped', async () => {
    const { store, write } = await aLog({ 1: [anEntry(1)] })
    let looks = 0
    const passing: typeof store.after = async (...args) => {
      looks++
      if (looks > 1) return store.after(...args)
      // The query has passed where the second will stand when both are written.
      await write(2, [anEntry(2)])
      await write(3, [anEntry(3)])
      return (await store.after(...args)).filter(({ position }) => position !== 2)
    }
    expect(positions(await readAfter({ after: passing }, 0, 0))).toEqual([1, 2, 3])
  })

  test('the second look goes no further than the first', async () => {
    const { store } = await aLog({ 1: [], 3: [] })
    let looks = 0
    const after: typeof store.after = async () =>
      (++looks === 1 ? [1, 3] : [1, 2, 3, 5]).map((position) => ({
        position,
        writtenAt: '',
        events: [],
      }))
    expect(positions(await readAfter({ after }, 0, 0))).toEqual([1, 2, 3])
  })

  test('what has expired is passed over', async () => {
    const { store } = await aLog({ 7: [anEntry(1)], 8: [anEntry(2)] })
    expect(positions(await readAfter(store, 0, 2))).toEqual([7, 8])
  })
})

describe('where a moment lies in a lane', () => {
  const hourOf = (n: number) => `2026-11-18T${String(n).padStart(2, '0')}:00:00Z`

  test('what was written an hour before it, or later, lies after the position', async () => {
    const all = Object.fromEntries([3, 4, 5, 6, 9, 10, 12].map((n) => [n, [anEntry(n)]]))
    const { store } = await aLog(all, hourOf)
    for (let hour = 0; hour < 24; hour++) {
      const position = await positionBefore(store, 0, hourOf(hour))
      const expected = [3, 4, 5, 6, 9, 10, 12].filter((n) => n >= hour - 1)
      expect(positions(await readAfter(store, 0, position)), hourOf(hour)).toEqual(expected)
    }
  })

  test('an empty lane begins at its beginning', async () => {
    const { store } = await aLog({})
    expect(await positionBefore(store, 0, hourOf(1))).toBe(0)
  })
})

test('a span has its beginning and not its end', () => {
  const at = (recordedtime: string, n: number) => anEntry(n, { recordedtime })
  const events = [
    at('2026-11-17T23:59:59Z', 1),
    at('2026-11-18T00:00:00Z', 2),
    at('2026-11-18T23:59:59.999Z', 3),
    at('2026-11-19T00:00:00Z', 4),
  ]
  const span = { from: '2026-11-18T00:00:00Z', to: '2026-11-19T00:00:00Z' }
  expect(events.filter((each) => isRecordedIn(each, span))).toEqual([events[1], events[2]])
})

describe('what was published of one employee', () => {
  const of = (n: number, employee: number) =>
    anEntry(n, { attributes: { type: 'a', employeeId: anId(employee), baseline: 'false' } })

  test('is read newest first, page by page, without anybody else’s', async () => {
    const { store } = await aLog({
      1: [of(1, 1), of(2, 1), of(3, 2)],
      2: [of(4, 2)],
      3: [of(5, 1)],
      4: [of(6, 1), of(7, 2)],
    })
    const first = await newestOf(store, 0, anId(1), { limit: 2 })
    expect(first).toEqual({ events: [of(6, 1), of(5, 1)], before: 3 })
    const second = await newestOf(store, 0, anId(1), { limit: 2, before: first.before ?? 0 })
    expect(second.events).toEqual([of(2, 1), of(1, 1)])
    const third = await newestOf(store, 0, anId(1), { limit: 2, before: second.before ?? 0 })
    expect(third).toEqual({ events: [], before: null })
  })

  test('stops after so many segments, and says where to go on', async () => {
    const { store } = await aLog({ 1: [of(1, 1)], 2: [of(2, 2)], 3: [of(3, 2)] })
    const page = { limit: 1, mostSegments: 2 }
    const first = await newestOf(store, 0, anId(1), page)
    expect(first).toEqual({ events: [], before: 2 })
    const pages = [first]
    for (let last = first; last.before !== null; pages.push(last))
      last = await newestOf(store, 0, anId(1), { ...page, before: last.before })
    expect(pages.flatMap(({ events }) => events)).toEqual([of(1, 1)])
  })

  test('is nothing of somebody who is unknown', async () => {
    const { store } = await aLog({ 1: [of(1, 1)] })
    expect(await newestOf(store, 0, anId(9), { limit: 2 })).toEqual({ events: [], before: null })
  })
})
