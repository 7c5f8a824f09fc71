import { describe, expect, test } from 'vitest'
import { anId } from '../harness/builders.ts'
import { expectOneContentPerId, expectPicture } from './support/consumer.ts'
import { clock, dismiss, employ, watch } from './support/people.ts'
import { type System, type SystemOptions, useSystems } from './support/system.ts'

const { start } = useSystems()

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:00:00Z' }

describe('somebody who is hired again after they were forgotten', () => {
  /** Leaves on Monday, is forgotten, and is back two weeks later. */
  const rehired = async (options: SystemOptions = {}): Promise<System> => {
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
  }

  test('joins once, and their numbers go on where they were', async () => {
    const system = await rehired()
    const last = Math.max(...system.history.map(({ sequence }) => Number(sequence)))
    const joined = (await system.events()).filter(
      ({ type }) => type === 'attendance.employee-joined',
    )
    expect(joined.map(({ sequence }) => Number(sequence))).toEqual([last + 1])
  })

  test('is told of no id twice, even of what the lookback still shows', async () => {
    const system = await rehired({ polling: { lookbackHours: 720 } })
    await system.pollAfter(1)
    clock(system.world, 1, { id: anId(42, 1), start: system.clock.moment(), end: null })
    await system.pollAfter(1)
    const told = await system.events()
    expect(told.map(({ type }) => type)).toContain('attendance.clocked-in')
    expectOneContentPerId(system.history)
    expectPicture(system.history, system.world)
  })
})
