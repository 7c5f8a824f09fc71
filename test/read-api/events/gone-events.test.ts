import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { eventKeys } from '../../../lib/store/tables.ts'
import { anId } from '../../harness/builders.ts'
import type { Engines } from '../../harness/engines.ts'
import { clockIns, ids } from '../support/pulling.ts'
import { logged, type ReadWorld, test } from '../support/read-test.ts'

type Place = readonly [lane: number, position: number]

/** Removes segments, as DynamoDB does when they have expired. */
const expire = async ({ resources }: ReadWorld, { documents }: Engines, places: Place[]) => {
  for (const place of places) {
    const Key = eventKeys.segment(...place)
    await documents.send(new DeleteCommand({ TableName: resources.eventsTable, Key }))
  }
}

/** Pulls to the end, and goes on after what is gone. @returns what came, and after how many events each gap was told */
const pullOn = async ({ get }: ReadWorld, query = '', begin: string | null = null) => {
  const events: AttendanceEvent[] = []
  const told: number[] = []
  for (let cursor = begin; ; ) {
    const after = cursor === null ? '' : `after=${cursor}&`
    const { status, body } = await get(`/events?${after}${query}`)
    const { cursor: next, isMore } = body
    expect(next, JSON.stringify(body)).not.toBe(cursor)
    if (status === 410) told.push(events.length)
    else events.push(...body.events)
    cursor = next
    if (status === 200 && !isMore) return { events, told }
  }
}

/** Appends a segment of two people to a lane: the n-th two. */
const append = ({ writer }: ReadWorld, lane: number, n: number): Promise<void> =>
  writer().append(lane, clockIns(2 * n, 2 * n + 2).map(logged))
const idsOf = (...segments: number[]): string[] =>
  segments.flatMap((n) => [anId(2 * n, 9), anId(2 * n + 1, 9)])

describe('where eventLogDays was shorter for a while', () => {
  test('who begins anew gets what came before, hears that some is gone, and goes on after it', async ({
    start,
    engines,
  }) => {
    const world = await start()
    for (const n of [1, 2, 3, 4, 5, 6]) await append(world, 1, n)
    await expire(world, engines, [
      [1, 3],
      [1, 4],
    ])
    for (const query of ['limit=1', ''])
      expect(await pullOn(world, query)).toMatchObject({
        events: [1, 2, 5, 6].flatMap((n) => idsOf(n)).map((id) => ({ id })),
        told: [4],
      })
  })

  test('each gap is told, wherever it is, and nothing that is kept is left out', async ({
    start,
    engines,
  }) => {
    const world = await start()
    for (let n = 1; n <= 6; n++) {
      world.at(`2026-11-20T12:0${n}:00Z`)
      for (const lane of [1, 2, 3]) await append(world, lane, 10 * lane + n)
    }
    await expire(world, engines, [
      [1, 2],
      [1, 4],
      [2, 3],
      [2, 4],
      // Nothing came after it.
      [3, 5],
      [3, 6],
    ])
    const kept = idsOf(11, 13, 15, 16, 21, 22, 25, 26, 31, 32, 33, 34)
    for (const query of ['limit=3', '']) {
      const { events, told } = await pullOn(world, query)
      expect(ids(events).toSorted()).toEqual(kept)
      expect(new Set(ids(events)).size).toBe(kept.length)
      expect(told.length).toBeGreaterThanOrEqual(1)
      expect(told.length).toBeLessThanOrEqual(4)
    }
  })
})

test('who has read half of what is gone goes on after it, and has the rest of other lanes', async ({
  start,
  engines,
}) => {
  const world = await start()
  for (const n of [1, 2]) await append(world, 1, n)
  world.at('2026-11-20T12:01:00Z')
  await append(world, 2, 3)
  const { body } = await world.get('/events?limit=1')
  await expire(world, engines, [[1, 1]])
  const { events, told } = await pullOn(world, 'limit=1', body.cursor)
  expect(told).toEqual([0])
  expect(ids(events)).toEqual(idsOf(2, 3))
})

test('who goes on in the middle of something does so, though another lane has lost what follows', async ({
  start,
  engines,
}) => {
  const world = await start()
  await append(world, 1, 1)
  world.at('2026-11-20T12:01:00Z')
  for (const n of [2, 3]) await append(world, 2, n)
  const { body } = await world.get('/events?limit=1')
  await expire(world, engines, [[2, 1]])
  const { events, told } = await pullOn(world, 'limit=1', body.cursor)
  expect(told).toEqual([0])
  expect(ids(events)).toEqual([anId(3, 9), ...idsOf(3)])
})
