import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { expectOneContentPerId, expectPicture } from '../support/consumer.ts'
import { clock, dismiss, employ, holiday, personId, watch } from '../support/people.ts'
import { type System, type SystemOptions, test as systemTest } from '../support/system.ts'

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:00:00Z' }

/** Leaves on Monday, is forgotten, and is back two weeks later. */
const test = systemTest.extend(
  'rehired',
  ({ start }) =>
    async (options: SystemOptions = {}): Promise<System> => {
      const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
      await watch(system, 3)
      clock(system.world, 1, monday)
      await system.pollAt('2026-11-16T18:00:00Z')
      dismiss(system.world, 1)
      await system.refreshAt('2026-11-16T19:00:00Z')
      await system.refreshAt('2026-11-16T20:00:00Z')
      for (let day = 0; day < 12; day++) {
        await system.pollAfter(24 * 60)
        await system.refresh()
        await system.table.expire(system.clock.now())
      }
      await system.events()
      employ(system.world, 1)
      await system.pollAfter(60)
      await system.refresh()
      await system.pollAfter(60)
      await system.refresh()
      return system
    },
)

test('joins once, and their numbers go on where they were', async ({ rehired }) => {
  const system = await rehired()
  const last = Math.max(...system.history.map(({ sequence }) => Number(sequence)))
  const joined = (await system.events()).filter(({ type }) => type === 'attendance.employee-joined')
  expect(joined.map(({ sequence }) => Number(sequence))).toEqual([last + 1])
})

describe('somebody who is hired again after they were forgotten', () => {
  test('is told of no id twice, even of what the lookback still shows', async ({ rehired }) => {
    const system = await rehired({ polling: { lookbackHours: 720 } })
    await system.pollAfter(1)
    clock(system.world, 1, { id: anId(42, 1), start: system.clock.moment(), end: null })
    await system.pollAfter(1)
    const published = await system.events()
    expect(published.map(({ type }) => type)).toContain('attendance.clocked-in')
    expectOneContentPerId(system.history)
    expectPicture(system.history, system.world)
  })
})

test('who was given up because their clockings were refused is told of no id twice when back months later', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const over = system.api.trouble({
    on: ({ of, employeeId }) => of === 'clockings' && employeeId === personId(1),
    status: 403,
  })
  holiday(system.world, 1, '2026-11-17', null)
  await system.pollAt('2026-11-17T12:00:00Z')
  const [before] = await system.events()
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-17T13:00:00Z')
  await system.refreshAt('2026-11-17T14:00:00Z')
  await system.pollAt('2027-02-16T15:00:00Z')
  expect(system.sum('LeaversRefused')).toBe(1)
  await system.refreshAt('2027-02-23T12:00:00Z')
  over()
  employ(system.world, 1)
  await system.events()
  await system.refreshAt('2027-02-23T12:30:00Z')
  await system.refreshAt('2027-02-23T13:00:00Z')
  await system.pollAfter(1)
  const [joined, started] = await system.events()
  expect([before, joined, started].map((event) => event?.type)).toEqual([
    'attendance.absence-started',
    'attendance.employee-joined',
    'attendance.absence-started',
  ])
  expect(started?.time).toBe(before?.time)
  expect(started?.id).not.toBe(before?.id)
})
