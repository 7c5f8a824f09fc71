import { describe, expect } from 'vitest'
import { aBreak } from '../../harness/builders.ts'
import { judge, pollDays, test } from '../support/one-id.ts'
import { clock, correct, personId } from '../support/people.ts'

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:00:00Z' }

describe('no id has two contents, and who drops repeats by id sees what the API shows', () => {
  test('where a shift is corrected to a later date after it was forgotten', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T18:00:00Z')
    await pollDays(system, 4)
    await system.events()
    correct(system.world, id, { start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' })
    await system.pollAfter(30, 30)
    expect(await system.events()).not.toEqual([])
    await judge(system)
  })

  test('where it is corrected to later dates twice', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T18:00:00Z')
    await pollDays(system, 2)
    correct(system.world, id, { start: '2026-11-18T09:00:00Z', end: '2026-11-18T17:00:00Z' })
    await system.pollAfter(30)
    await pollDays(system, 3)
    correct(system.world, id, { start: '2026-11-21T09:00:00Z', end: '2026-11-21T17:00:00Z' })
    await system.pollAfter(30, 30)
    await judge(system)
  })

  test.for([
    ['with its break', '2026-11-20T09:40:00Z'],
    ['with its break and its end, from where it has none', null],
  ] as const)(
    'where it is corrected to a later date after it was forgotten, and back, %s',
    async ([, end], { begin }) => {
      const system = await begin()
      const breaks = [aBreak({ start: '2026-11-16T12:00:00Z', end: '2026-11-16T12:30:00Z' })]
      const id = clock(system.world, 1, { ...monday, breaks })
      await system.pollAt('2026-11-16T18:00:00Z')
      await pollDays(system, 4)
      await system.events()
      correct(system.world, id, { start: '2026-11-20T09:00:00Z', end, breaks: [] })
      await system.pollAfter(30, 30)
      expect(await system.events()).not.toEqual([])
      correct(system.world, id, { ...monday, breaks })
      await system.pollAfter(11, 11, 11)
      expect(await system.published()).toContain(`1 break-ended ${breaks[0]?.end}`)
      await judge(system)
    },
  )

  test('where a clocking is moved to another employee, and back', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { ...monday, breaks: [aBreak()] })
    await system.pollAt('2026-11-16T18:00:00Z')
    correct(system.world, id, { employeeId: personId(2) })
    await system.pollAfter(1, 11, 11)
    correct(system.world, id, { employeeId: personId(1) })
    await system.pollAfter(1, 11, 11)
    await judge(system)
    const about = system.history.filter(({ type }) => type === 'attendance.clocked-in')
    expect(new Set(about.map(({ subject }) => subject))).toEqual(
      new Set([personId(1), personId(2)]),
    )
  })

  test('where a split moves a break to another clocking', async ({ begin }) => {
    const system = await begin()
    const pause = aBreak({ start: '2026-11-16T13:00:00Z', end: '2026-11-16T13:30:00Z' })
    const id = clock(system.world, 1, { ...monday, breaks: [pause] })
    await system.pollAt('2026-11-16T18:00:00Z')
    correct(system.world, id, { end: '2026-11-16T12:00:00Z', breaks: [] })
    clock(system.world, 1, { start: '2026-11-16T12:00:00Z', end: monday.end, breaks: [pause] })
    await system.pollAfter(1, 11, 11)
    await judge(system)
  })

  test('where a clocking is removed and comes back, twice', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, { start: monday.start, end: null })
    await system.pollAt('2026-11-16T10:00:00Z')
    const kept = { ...monday, id, end: null }
    for (let time = 0; time < 2; time++) {
      system.world.clockings.delete(id)
      await system.pollAfter(1, 11, 11)
      clock(system.world, 1, kept)
      await system.pollAfter(1, 11)
    }
    await judge(system)
    const types = system.history.map(({ type }) => type)
    expect(types.filter((type) => type === 'attendance.clocking-removed')).toHaveLength(2)
  })

  test('where an end is taken back and given again, twice the same', async ({ begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T18:00:00Z')
    for (let time = 0; time < 2; time++) {
      correct(system.world, id, { end: null })
      await system.pollAfter(1, 11)
      correct(system.world, id, { end: monday.end })
      await system.pollAfter(1, 11)
    }
    await judge(system)
  })

  test('where attention is called for of a clocking that then moves to somebody else', async ({
    begin,
  }) => {
    const system = await begin({ attention: { clockingLongerThanHours: 8 } })
    const id = clock(system.world, 1, { start: monday.start, end: null })
    await system.pollAt('2026-11-16T18:00:00Z')
    correct(system.world, id, { employeeId: personId(2) })
    await system.pollAfter(1, 11, 11)
    await judge(system)
  })
})
