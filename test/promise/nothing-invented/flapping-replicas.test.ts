import { describe, expect } from 'vitest'
import { clock, dismiss, holiday, personId, watch } from '../support/people.ts'
import { laterReadingsLack } from '../support/replicas.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Twelve people, and pages of two, which are read until two readings agree. */
const test = systemTest.extend('withPages', ({ start }) => async (): Promise<System> => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 12)
  system.api.limitPages(2)
  return system
})

describe('what one reading of an answer shows, and the later ones lack', () => {
  test('has not left, at however many refreshes', async ({ withPages }) => {
    const system = await withPages()
    const { over, nextAnswer } = laterReadingsLack(system, 'employees', [personId(11)])
    for (const hour of ['09', '10', '11']) {
      nextAnswer()
      await system.refreshAt(`2026-11-16T${hour}:00:00Z`)
    }
    expect(await system.published()).toEqual([])
    over()
    dismiss(system.world, 11)
    await system.refreshAt('2026-11-16T12:00:00Z')
    expect(await system.published()).toEqual([])
    await system.refreshAt('2026-11-16T13:00:00Z')
    expect(await system.published()).toEqual(['11 employee-left 2026-11-16T13:00:00Z'])
  })

  test('is a clocking that was not removed, at however many polls', async ({ withPages }) => {
    const system = await withPages()
    const ids = [1, 2, 3, 4, 5].map((hour) =>
      clock(system.world, 1, {
        start: `2026-11-16T0${hour}:00:00Z`,
        end: `2026-11-16T0${hour}:45:00Z`,
      }),
    )
    await system.pollAt('2026-11-16T09:00:00Z')
    await system.events()
    const { nextAnswer } = laterReadingsLack(system, 'clockings', ids.slice(2, 3))
    for (let poll = 0; poll < 5; poll++) {
      nextAnswer()
      await system.pollAfter(6)
    }
    expect(await system.published()).toEqual([])
  })

  test('is an absence that was not withdrawn, at however many polls', async ({ withPages }) => {
    const system = await withPages()
    const ids = [14, 15, 16, 17].map((day, n) =>
      holiday(system.world, 1, `2026-11-${day}`, `2026-11-${day}`, personId(500 + n)),
    )
    await system.pollAfter(16)
    await system.events()
    const { nextAnswer } = laterReadingsLack(system, 'absences', ids.slice(2, 3))
    for (let poll = 0; poll < 5; poll++) {
      nextAnswer()
      await system.pollAfter(16)
    }
    expect(await system.published()).toEqual([])
  })
})
