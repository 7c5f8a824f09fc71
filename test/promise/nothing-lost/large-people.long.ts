import { describe, expect, onTestFinished, vi } from 'vitest'
import { startGate } from '../support/gate.ts'
import { clock, correct, personId, watch } from '../support/people.ts'
import { type System, type SystemOptions, test as systemTest } from '../support/system.ts'
import { largestItem, sizeOf } from '../support/table.ts'
import { visit } from '../support/visits.ts'

/** Polls every minute until there is nothing more to tell. @returns how much was told of what */
const publishAll = async (system: System): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (;;) {
    await system.pollAfter(1)
    expect(await largest(system)).toBeLessThan(largestItem)
    const events = await system.events()
    if (events.length === 0) return counts
    for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1
  }
}

const largest = async (system: System): Promise<number> =>
  Math.max(...(await system.table.all()).map(sizeOf))

const test = systemTest.extend(
  'begin',
  ({ start }) =>
    async (options: SystemOptions): Promise<System> => {
      const system = await start({ variables: { REQUESTS_PER_SECOND: '10000' }, ...options })
      await watch(system, 2)
      return system
    },
)

/** Whatever else happens to the large person and to another goes on being published. */
const expectAllGoesOn = async (system: System, recent: string): Promise<void> => {
  const now = system.clock.moment()
  for (const n of [1, 2]) clock(system.world, n, { id: personId(80 + n), start: now, end: null })
  correct(system.world, recent, { startTimeZone: 'Europe/Paris' })
  await system.pollAfter(1)
  const published = (await system.events()).map(({ type, subject }) => [type, subject])
  expect(published).toContainEqual(['attendance.clocked-in', personId(1)])
  expect(published).toContainEqual(['attendance.clocked-in', personId(2)])
  expect(published).toContainEqual(['attendance.clocking-amended', personId(1)])
  expect(await largest(system)).toBeLessThan(largestItem)
}

describe('a person of whom there is very much', () => {
  test('is told of whole: 8 visits a day for 40 days, with notes of 1,000 characters', async ({
    begin,
  }) => {
    const system = await begin({
      now: '2026-10-01T00:00:00Z',
      polling: { lookbackHours: 720 },
      privacy: { notes: true },
    })
    const ids = visit(system.world, '2026-10-01T01:00:00Z', 40, 8, 'ж'.repeat(1_000))
    system.clock.set('2026-11-10T02:00:00Z')
    expect(await publishAll(system)).toEqual({
      'attendance.clocked-in': 320,
      'attendance.clocked-out': 320,
    })
    await expectAllGoesOn(system, ids.at(-1) ?? '')
    // Of a note that is kept short, the last letter counts all the same.
    correct(system.world, ids.at(-2) ?? '', { note: `${'ж'.repeat(999)}!` })
    await system.pollAfter(1)
    expect(await system.events()).toMatchObject([{ data: { changes: [{ field: 'note' }] } }])
  })

  test('is told of whole where SNS takes nothing for a while', async ({ engines, begin }) => {
    const gate = await startGate(engines.environment.AWS_ENDPOINT_URL_SNS)
    onTestFinished(gate.close)
    const system = await begin({ now: '2026-11-01T00:00:00Z', privacy: { notes: true } })
    vi.stubEnv('AWS_ENDPOINT_URL_SNS', gate.endpoint)
    system.restart()
    visit(system.world, '2026-11-01T01:00:00Z', 10, 16, 'ж'.repeat(1_000))
    gate.set('refuses')
    system.clock.set('2026-11-11T02:00:00Z')
    await system.pollAfter(1, 1, 60)
    expect(await largest(system)).toBeLessThan(largestItem)
    expect(await system.events()).toEqual([])
    gate.set('open')
    system.restart()
    expect(await publishAll(system)).toEqual({
      'attendance.clocked-in': 160,
      'attendance.clocked-out': 160,
    })
  })

  test('is told of whole: 16 visits a day for 88 days', async ({ begin }) => {
    const system = await begin({
      now: '2026-10-01T00:00:00Z',
      polling: { lookbackHours: 720 },
    })
    const ids = visit(system.world, '2026-10-01T01:00:00Z', 88, 16, null)
    system.clock.set('2026-12-28T02:00:00Z')
    expect(await publishAll(system)).toEqual({
      'attendance.clocked-in': 1_408,
      'attendance.clocked-out': 1_408,
    })
    await expectAllGoesOn(system, ids.at(-1) ?? '')
  })

  test('goes on being published with 3,000 clockings in the window at the first sight', async ({
    start,
  }) => {
    const system = await start({ now: '2026-11-01T01:00:00Z', polling: { lookbackHours: 720 } })
    const ids = visit(system.world, '2026-10-02T01:00:00Z', 30, 100, null)
    await watch(system, 2)
    await system.pollAfter(1, 1)
    expect(await system.published()).toEqual([])
    expect(await largest(system)).toBeLessThan(largestItem)
    await expectAllGoesOn(system, ids.at(-200) ?? '')
    system.world.clockings.delete(ids.at(-300) ?? '')
    await system.pollAfter(1, 11)
    expect((await system.events()).map(({ type }) => type)).toEqual(['attendance.clocking-removed'])
  })
})
