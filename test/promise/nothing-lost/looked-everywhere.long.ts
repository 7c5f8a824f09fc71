import { describe, expect } from 'vitest'
import { writeTick } from '../../../lib/polling/dispatching/tick.ts'
import { hide } from '../support/losses.ts'
import { clock, correct, holiday, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T16:00:00Z' }
const fortnightBefore = { start: '2026-11-02T09:00:00Z', end: '2026-11-02T16:00:00Z' }

const test = systemTest.extend(
  'begin',
  ({ start }) =>
    async (count: number): Promise<{ system: System; ids: string[] }> => {
      const system = await start({ now: '2026-11-16T08:00:00Z' })
      await watch(system, count)
      const ids = Array.from({ length: count }, (_, n) => clock(system.world, n + 1, monday))
      await system.pollAt('2026-11-16T17:00:00Z')
      await system.events()
      return { system, ids }
    },
)

/** The API refuses what is asked for beside the window of a poll. @returns what ends it */
const refuseBeside = ({ api }: System, of: 'clockings' | 'absences', latest: string) =>
  api.trouble({
    on: (asked) => asked.of === of && asked.from !== null && asked.from < latest,
    status: 403,
  })

/** Some answers lack one record. @returns what ends it */
const hideOne = ({ api }: System, id: string): (() => void) =>
  api.trouble({
    on: ({ of }) => of === 'clockings' || of === 'absences',
    records: (records) =>
      records.filter(
        (each) => !(typeof each === 'object' && each && 'id' in each && each.id === id),
      ),
  })

describe('what could be looked for everywhere in one answer alone is not published as gone', () => {
  test('a shift that is moved far back while the API refuses to be asked so far', async ({
    begin,
  }) => {
    const { system, ids } = await begin(2)
    const [id = ''] = ids
    correct(system.world, id, fortnightBefore)
    const granted = refuseBeside(system, 'clockings', '2026-11-14')
    await system.pollAfter(1, 5)
    granted()
    const shown = hideOne(system, id)
    await system.pollAfter(11)
    shown()
    expect(await system.published()).toEqual([])
    await system.pollAfter(11)
    expect(await system.published()).toEqual([])
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocking-amended 2026-11-16T17:29:00Z'])
  })

  test('a holiday that is moved far back while the API refuses to be asked so far', async ({
    start,
  }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 2)
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
    await system.pollAfter(16)
    await system.events()
    holiday(system.world, 1, '2026-10-12', '2026-10-16', id)
    const granted = refuseBeside(system, 'absences', '2026-11-01')
    await system.pollAfter(16)
    granted()
    const shown = hideOne(system, id)
    await system.pollAfter(16)
    shown()
    expect(await system.published()).toEqual([])
    await system.pollAfter(16, 16)
    const published = (await system.published()).map((line) => line.split(' ')[1])
    expect(published[0]).toBe('absence-amended')
    expect(published).not.toContain('absence-withdrawn')
  })

  test('a shift that is moved far back while so many lack theirs that nobody is looked for', async ({
    begin,
  }) => {
    const { system, ids } = await begin(10)
    const over = hide(system, 'clockings', 9)
    await system.pollAfter(1)
    const [id = ''] = ids
    correct(system.world, id, fortnightBefore)
    await system.pollAfter(11)
    over()
    const shown = hideOne(system, id)
    await system.pollAfter(1)
    shown()
    expect(await system.published()).toEqual([])
    await system.pollAfter(11)
    expect(await system.published()).toEqual([])
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocking-amended 2026-11-16T17:25:00Z'])
  })
})

describe.for([
  ['the oldest month', '2026-08-01', '2026-09-01'],
  ['a later one', '2026-09-01', '2026-10-01'],
  ['what is to come', '2026-11-16', '2026-12-31'],
] as const)('while the API fails for %s', ([, earliest, latest]) => {
  const failBeside = ({ api }: System) =>
    api.trouble({
      on: ({ of, from }) => of === 'clockings' && from !== null && from > earliest && from < latest,
      status: 500,
    })

  test('a shift that is moved far back is found', async ({ begin }) => {
    const { system, ids } = await begin(2)
    correct(system.world, ids[0] ?? '', fortnightBefore)
    failBeside(system)
    await system.pollAfter(1, 11)
    expect(await system.published()).toEqual(['1 clocking-amended 2026-11-16T17:12:00Z'])
    await system.pollAfter(...Array.from({ length: 9 }, () => 24 * 60))
    expect(await system.published()).toEqual([])
  })

  test('what may have been moved there is not published as gone', async ({ begin }) => {
    const { system, ids } = await begin(2)
    system.world.clockings.delete(ids[0] ?? '')
    const repaired = failBeside(system)
    await system.pollAfter(1, 30)
    repaired()
    await system.pollAfter(1, 9)
    expect(await system.published()).toEqual([])
    await system.pollAfter(1)
    expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T17:42:00Z'])
  })
})

test('what is gone is published as gone ten minutes after it could first be looked for everywhere', async ({
  begin,
}) => {
  const { system, ids } = await begin(2)
  system.world.clockings.delete(ids[0] ?? '')
  const granted = refuseBeside(system, 'clockings', '2026-11-14')
  await system.pollAfter(1, 30)
  granted()
  await system.pollAfter(1, 9)
  expect(await system.published()).toEqual([])
  await system.pollAfter(1)
  expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T17:42:00Z'])
})

test('of a loss that is over, what is gone is published as gone ten minutes later', async ({
  begin,
}) => {
  const { system, ids } = await begin(10)
  const over = hide(system, 'clockings', 9)
  await system.pollAfter(1, 60)
  system.world.clockings.delete(ids[0] ?? '')
  over()
  await system.pollAfter(1, 9)
  expect(await system.published()).toEqual([])
  await system.pollAfter(1)
  expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T18:12:00Z'])
})

test('of a loss that is in doubt few are looked for elsewhere, poll after poll', async ({
  begin,
}) => {
  const { system } = await begin(20)
  hide(system, 'clockings', 19)
  await system.pollAfter(1)
  system.api.asked()
  await system.pollAfter(1, 11)
  const calls = system.api.asked().filter(({ of }) => of === 'clockings').length
  const [polls, people, ofEach, each] = [2, 20, 5, 6]
  expect(calls).toBeLessThanOrEqual(polls * (people + ofEach * each))
})

test('what is gone is published as gone where an answer takes a quarter of the time that a poll has', async ({
  begin,
}) => {
  const { system, ids } = await begin(2)
  system.world.clockings.delete(ids[0] ?? '')
  system.api.trouble({ on: ({ of }) => of === 'clockings', delay: 300 })
  for (const minutes of [1, 11]) {
    system.clock.pass(minutes * 60_000)
    const slot = { requestsPerSecond: 50, from: Date.now(), until: Date.now() + 1_100 }
    await system.pollAs(writeTick({ shardId: '0001', slot }))
  }
  expect(await system.published()).toEqual(['1 clocking-removed 2026-11-16T17:12:00Z'])
})
