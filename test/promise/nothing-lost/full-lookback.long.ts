import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { clock, correct, watch } from '../support/people.ts'
import { test as systemTest } from '../support/system.ts'
import { visit } from '../support/visits.ts'

/** Somebody with nine hundred visits in a lookback of thirty days. */
const test = systemTest.extend('withHundreds', ({ start }) => async () => {
  const system = await start({ now: '2026-11-01T01:00:00Z', polling: { lookbackHours: 720 } })
  const ids = visit(system.world, '2026-10-02T02:00:00Z', 29, 31, null)
  await watch(system, 2)
  clock(system.world, 1, {
    id: anId(7, 1),
    start: '2026-11-01T00:59:00Z',
    end: '2026-11-01T01:00:30Z',
  })
  await system.pollAfter(1)
  expect(await system.published()).toHaveLength(2)
  return { system, ids }
})

describe('of nine hundred visits in the lookback, however far back', () => {
  test('one more that is synced late is published', async ({ withHundreds }) => {
    const { system } = await withHundreds()
    clock(system.world, 1, { start: '2026-10-05T03:00:00Z', end: '2026-10-05T03:10:00Z' })
    await system.pollAfter(1)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-10-05T03:00:00Z',
      '1 clocked-out 2026-10-05T03:10:00Z',
    ])
  })

  test('one that is corrected is published', async ({ withHundreds }) => {
    const { system, ids } = await withHundreds()
    correct(system.world, ids[20] ?? '', { end: '2026-10-02T18:00:00Z' })
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocking-amended 2026-11-01T01:02:00Z'])
  })

  test('one that is removed is published', async ({ withHundreds }) => {
    const { system, ids } = await withHundreds()
    system.world.clockings.delete(ids[20] ?? '')
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-01T01:13:00Z'])
  })
})

test('hundreds of records that cannot be read are all published once they can', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-01T01:00:00Z', polling: { lookbackHours: 720 } })
  await watch(system, 2)
  const ids = new Set(visit(system.world, '2026-10-02T02:00:00Z', 29, 12, null))
  const mend = system.api.trouble({
    on: ({ of }) => of === 'clockings',
    records: (records) =>
      records.map((each) =>
        typeof each === 'object' && each !== null && 'id' in each && ids.has(String(each.id))
          ? { ...each, start: 'soon' }
          : each,
      ),
  })
  await system.pollAfter(1, 1)
  mend()
  await system.pollAfter(31, 1, 1, 1)
  const types = (await system.events()).map(({ type }) => type)
  expect(types.filter((type) => type === 'attendance.clocked-out')).toHaveLength(ids.size)
})
