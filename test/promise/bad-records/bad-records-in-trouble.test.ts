import { expect, onTestFinished, vi } from 'vitest'
import { startGate } from '../support/gate.ts'
import { clock, holiday, watch } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import type { System } from '../support/system.ts'
import { visit } from '../support/visits.ts'
import { test } from '../support/watched.ts'

/** From now on nothing that lies before a date is answered. @returns what ends it */
const refuseBefore = ({ api }: System, date: string): (() => void) =>
  api.trouble({ on: ({ to }) => to !== null && to < date, status: 403 })

test('a clocking that could not be read is published though its range fails for days', async ({
  begin,
}) => {
  const system = await begin()
  const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: '2026-11-16T16:30:00Z' })
  const mend = spoil(system, id)
  await system.pollAt('2026-11-16T17:01:00Z')
  await system.pollAfter(24 * 60, 24 * 60)
  const answered = refuseBefore(system, '2026-11-17')
  await system.pollAfter(31, 31, 24 * 60, 24 * 60, 31)
  answered()
  mend()
  await system.pollAfter(31)
  expect(await system.published()).toEqual([
    '1 clocked-in 2026-11-16T09:00:00Z',
    '1 clocked-out 2026-11-16T16:30:00Z',
  ])
})

test('an absence that could not be read is published though its dates fail for days', async ({
  begin,
}) => {
  const system = await begin()
  const id = holiday(system.world, 1, '2026-11-16', '2026-11-16')
  const mend = spoil(system, id, { start: { $type: 'LocalDate', date: 'soon' } })
  await system.pollAfter(20)
  for (let day = 0; day < 6; day++) await system.pollAfter(24 * 60)
  const answered = refuseBefore(system, '2026-11-20')
  await system.pollAfter(31, 31, 24 * 60, 24 * 60, 31)
  answered()
  mend()
  await system.pollAfter(31)
  expect(await system.published()).toEqual([
    '1 absence-started 2026-11-16T00:00:00Z',
    '1 absence-ended 2026-11-17T00:00:00Z',
  ])
})

test('a clocking that could not be read is published though SNS took only a part of what there was', async ({
  start,
  engines,
}) => {
  const system = await start({ now: '2026-11-15T23:00:00Z' })
  const gate = await startGate(engines.environment.AWS_ENDPOINT_URL_SNS)
  onTestFinished(gate.close)
  vi.stubEnv('AWS_ENDPOINT_URL_SNS', gate.endpoint)
  system.restart()
  await watch(system, 1)
  const [bad = ''] = visit(system.world, '2026-11-16T00:00:00Z', 1, 96, null)
  const mend = spoil(system, bad)
  gate.set('refuses')
  await system.pollAt('2026-11-18T00:00:00Z')
  expect(await system.published()).toEqual([])
  gate.set('open')
  mend()
  await system.pollAfter(1, 1)
  const published = (await system.events()).map(({ type, time }) => `${type} ${time}`)
  expect(published).toHaveLength(2 * 96)
  expect(new Set(published).size).toBe(2 * 96)
  expect(published).toContain('attendance.clocked-in 2026-11-16T00:00:00Z')
})

test('more than are remembered by their ids are published once they can be read, though an answer lacked them all', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const minutes = Array.from({ length: 130 }, (_, n) => new Date(Date.UTC(2026, 10, 16, 9, n)))
  for (const minute of minutes) {
    const start = minute.toISOString()
    clock(system.world, 1, { start, end: new Date(minute.getTime() + 30_000).toISOString() })
  }
  const mend = system.api.trouble({
    on: ({ of }) => of === 'clockings',
    records: (records) => records.map((each) => ({ ...Object(each), start: 'soon' })),
  })
  await system.pollAt('2026-11-16T12:00:00Z')
  await system.pollAt('2026-11-19T12:00:00Z')
  mend()
  const shown = system.api.trouble({ on: ({ of }) => of === 'clockings', records: () => [] })
  await system.pollAfter(31)
  shown()
  await system.pollAfter(31, 31)
  const published = await system.published()
  expect(new Set(published).size).toBe(published.length)
  expect(published.filter((each) => each.includes('clocked-in'))).toHaveLength(130)
})
