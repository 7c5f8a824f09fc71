import { DeleteTableCommand, waitUntilTableNotExists } from '@aws-sdk/client-dynamodb'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import { getEvents } from '../../../lib/read-api/events/get-events.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { tableIdOf } from '../../../lib/store/table-id.ts'
import { eventKeys } from '../../../lib/store/tables.ts'
import { anId, rules } from '../../harness/builders.ts'
import type { Engines } from '../../harness/engines.ts'
import { clockIns, ids, pullAll } from '../support/pulling.ts'
import { logged, type ReadWorld, test } from '../support/read-test.ts'

describe('what a cursor cannot have', () => {
  /** Removes a segment, as DynamoDB does when it has expired. */
  const expire = ({ resources }: ReadWorld, { documents }: Engines, position: number) =>
    documents.send(
      new DeleteCommand({
        TableName: resources.eventsTable,
        Key: eventKeys.segment(1, position),
      }),
    )

  test('is told where something that followed has expired, instead of being left out', async ({
    start,
    engines,
  }) => {
    const world = await start()
    await world.append(...clockIns(1, 2))
    const { cursor } = await pullAll(world)
    world.at('2026-12-15T12:00:00Z')
    await world.append(...clockIns(2, 3))
    world.at('2027-01-15T12:00:00Z')
    await world.append(...clockIns(3, 4))
    for (const n of [1, 2]) await expire(world, engines, n)
    const { status, body, response } = await world.get(`/events?after=${cursor}`)
    expect(status).toBe(410)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(body.detail).toContain('no longer kept')
    expect(ids((await pullAll(world)).events)).toEqual([anId(3, 9)])
  })

  test('is told, too, where all that followed has expired, and nothing came since', async ({
    start,
    engines,
  }) => {
    const world = await start()
    await world.append(...clockIns(1, 2))
    const { cursor } = await pullAll(world)
    await world.append(...clockIns(2, 4))
    const { body } = await world.get(`/events?after=${cursor}&limit=1`)
    world.at('2027-01-15T12:00:00Z')
    for (const n of [1, 2]) await expire(world, engines, n)
    // Before all of it, or in the middle of what was published at once.
    for (const after of [cursor, body.cursor])
      expect((await world.get(`/events?after=${after}`)).status).toBe(410)
    expect((await pullAll(world)).events).toEqual([])
  })

  test('is told, too, where events are to be kept for longer since', async ({ start, engines }) => {
    const world = await start({ days: 60 })
    const { now } = world.clock
    const append = async (n: number) => {
      const writer = createLogWriter(world.segments, { days: 30, now, machineNow: now })
      await writer.append(1, clockIns(n, n + 1).map(logged))
    }
    await append(1)
    const { cursor } = await pullAll(world)
    world.at('2026-11-21T12:00:00Z')
    await append(2)
    world.at('2026-12-25T12:00:00Z')
    for (const n of [1, 2]) await expire(world, engines, n)
    expect((await world.get(`/events?after=${cursor}`)).status).toBe(410)
    await append(3)
    expect((await world.get(`/events?after=${cursor}`)).status).toBe(410)
  })

  test('is told where the events were restored from a backup, and positions are given again', async ({
    start,
    engines: { createTable, dynamo },
  }) => {
    const { segments, resources, clock } = await start()
    const clocks = { now: clock.now, machineNow: clock.now }
    const showing = {
      source: 'test',
      privacy: rules().privacy,
      onUnreadable: () => {},
    }
    const pull = (after?: string) => {
      const tableId = tableIdOf(dynamo, resources.eventsTable, clock.now)
      return getEvents({ after, limit: 10 }, { segments, days: 30, ...clocks, tableId }, showing)
    }
    const append = (n: number) =>
      createLogWriter(segments, { days: 30, ...clocks }).append(1, clockIns(n, n + 1).map(logged))
    await append(1)
    await append(2)
    const { cursor } = await pull()
    expect((await pull(cursor)).events).toEqual([])
    await dynamo.send(new DeleteTableCommand({ TableName: resources.eventsTable }))
    const waiting = { client: dynamo, minDelay: 1, maxWaitTime: 30 }
    await waitUntilTableNotExists(waiting, { TableName: resources.eventsTable })
    await createTable(resources.eventsTable)
    await append(1)
    await append(3)
    await expect(pull(cursor)).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining('restored from a backup'),
    })
    expect(ids((await pull()).events)).toEqual([anId(1, 9), anId(3, 9)])
  })

  test('who has read all is not told so after a lane was silent for longer than events are kept', async ({
    start,
    engines,
  }) => {
    const world = await start()
    await world.append(...clockIns(1, 2))
    world.at('2027-01-15T12:00:00Z')
    const { cursor } = await pullAll(world)
    await expire(world, engines, 1)
    world.at('2027-01-16T12:00:00Z')
    await world.append(...clockIns(2, 3))
    expect(ids((await pullAll(world, '', cursor)).events)).toEqual([anId(2, 9)])
    expect(ids((await pullAll(world)).events)).toEqual([anId(2, 9)])
  })

  test.for([
    ['after=abc', 'after: is not a cursor: it must be the cursor of an answer, or latest'],
    [
      `after=${'a'.repeat(401)}`,
      'after: is not a cursor: it must be the cursor of an answer, or latest',
    ],
    ['type=clocked-over', 'type: must be of: clocked-in, '],
    ['type=', 'type: must be of: '],
    ['limit=0', 'limit: must be a whole number from 1 to 1000'],
    ['limit=1001', 'limit: must be a whole number from 1 to 1000'],
    ['limit=many', 'limit: must be a whole number from 1 to 1000'],
    ['employee=amina', 'employee: must be the id of an employee'],
    ['since=yesterday', 'there is no parameter since: allowed are after, type, employee, limit'],
  ] as const)('%s is refused, saying what is allowed', async ([query, detail], { start }) => {
    const { get } = await start()
    const { status, body } = await get(`/events?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ type: 'about:blank', title: 'Bad Request', status: 400 })
    expect(body.detail).toContain(detail)
  })
})
