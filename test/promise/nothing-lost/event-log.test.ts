import { DeleteTableCommand, waitUntilTableNotExists } from '@aws-sdk/client-dynamodb'
import { expect } from 'vitest'
import type { OutboxEntry } from '../../../lib/attendance/state/state.ts'
import { lanes } from '../../../lib/store/events/lanes.ts'
import { readAfter } from '../../../lib/store/events/log-reader.ts'
import { createSegmentStore } from '../../../lib/store/events/segment-store.ts'
import type { Engines } from '../../harness/engines.ts'
import { clock, employ, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

/** All that the event log has, lane by lane. */
const logged = async ({ documents }: Engines, { eventsTable }: System): Promise<OutboxEntry[]> => {
  const store = createSegmentStore(documents, eventsTable)
  const all = await Promise.all(lanes.map((lane) => readAfter(store, lane, 0)))
  return all.flat().flatMap(({ events }) => events)
}

test('whatever polls and refreshes publish is in the log, to the byte', async ({
  start,
  engines,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  clock(system.world, 1, { start: '2026-11-16T08:30:00Z', end: null })
  await system.pollAt('2026-11-16T08:31:00Z')
  employ(system.world, 4)
  await system.refreshAt('2026-11-16T09:00:00Z')
  const published = await system.events()
  expect(published.map(({ type }) => type)).toContain('attendance.employee-joined')
  expect(published.map(({ type }) => type)).toContain('attendance.clocked-in')
  const events = await logged(engines, system)
  expect(events.map(({ id }) => id).toSorted()).toEqual(published.map(({ id }) => id).toSorted())
  for (const { id, message } of events)
    expect(JSON.parse(message)).toEqual(published.find((each) => each.id === id))
})

test('what the log refuses waits, is not published again by who published it, and is in it once it takes events', async ({
  start,
  engines,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 1)
  const table = { TableName: system.eventsTable }
  await engines.dynamo.send(new DeleteTableCommand(table))
  await waitUntilTableNotExists({ client: engines.dynamo, maxWaitTime: 9, minDelay: 1 }, table)
  clock(system.world, 1, { start: '2026-11-16T08:30:00Z', end: null })
  await system.pollAt('2026-11-16T08:31:00Z')
  const [first] = await system.events()
  expect(first?.type).toBe('attendance.clocked-in')
  expect(system.sum('EventLogFailures')).toBeGreaterThan(0)
  expect(system.sum('PublishFailures')).toBe(0)
  expect(JSON.stringify(system.logs())).toContain('The event log did not take events')

  await system.pollAfter(1)
  expect(await logged(engines, system).catch(() => 'no table')).toBe('no table')
  await engines.createTable(system.eventsTable)
  await system.pollAfter(1, 1)
  expect(await system.events()).toEqual([])
  expect((await logged(engines, system)).map(({ id }) => id)).toEqual([first?.id])
})

test('what was known before the first roster is neither published nor logged', async ({
  start,
  engines,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 3)
  expect(await system.events()).toEqual([])
  expect(await logged(engines, system)).toEqual([])
})
