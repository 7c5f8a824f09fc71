import { describe, expect } from 'vitest'
import { aBreak } from '../../harness/builders.ts'
import { expectOneContentPerId } from '../support/consumer.ts'
import { pollDays, test } from '../support/one-id.ts'
import { clock, correct } from '../support/people.ts'

const shift = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:00:00Z' }
const friday = { start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }
const noon = { start: '2026-11-16T12:00:00Z', end: '2026-11-16T12:30:00Z' }
const night = { start: '2026-11-16T20:00:00Z', end: '2026-11-16T20:30:00Z' }

describe('a break that was published gets no second content under its ids', () => {
  test('where its clocking was forgotten and is corrected to a later day, without it', async ({
    begin,
  }) => {
    const system = await begin()
    const id = clock(system.world, 1, { ...shift, breaks: [aBreak(noon)] })
    await system.pollAt('2026-11-16T18:00:00Z')
    await pollDays(system, 4)
    await system.events()
    correct(system.world, id, friday)
    await system.pollAfter(30, 30)
    expect((await system.published()).join()).toContain('1 break-started 2026-11-16T12:00:00Z')
    expectOneContentPerId(system.history)
  })

  test('where it is open again, and overdue again, in a clocking that was forgotten', async ({
    begin,
  }) => {
    const system = await begin({ attention: { breakLongerThanMinutes: 60 } })
    const open = aBreak({ ...noon, end: null })
    const id = clock(system.world, 1, { ...shift, end: null, breaks: [open] })
    await system.pollAt('2026-11-16T15:00:00Z')
    correct(system.world, id, { ...shift, breaks: [{ ...open, end: '2026-11-16T15:30:00Z' }] })
    await system.pollAt('2026-11-16T18:00:00Z')
    await pollDays(system, 4)
    await system.events()
    correct(system.world, id, { ...friday, end: null, breaks: [open] })
    await system.pollAfter(30, 30)
    expect((await system.published()).join()).toContain('break-overdue')
    expectOneContentPerId(system.history)
  })

  test.for([
    ['is taken back later', false],
    ['was taken back before', true],
  ] as const)(
    'where it lay after the end of its clocking, and %s',
    async ([, isBefore], { begin }) => {
      const system = await begin()
      const breaks = [aBreak(night)]
      const id = clock(system.world, 1, { ...shift, end: '2026-11-16T10:00:00Z', breaks })
      await system.pollAt('2026-11-16T21:00:00Z')
      if (isBefore) {
        correct(system.world, id, { breaks: [] })
        await system.pollAfter(20, 20)
      }
      // The employee's item is written for another reason, and what is old is forgotten with that.
      await system.pollAt('2026-11-17T12:00:00Z')
      clock(system.world, 1, { start: '2026-11-17T12:10:00Z', end: '2026-11-17T12:20:00Z' })
      await system.pollAt('2026-11-17T12:30:00Z')
      await system.events()
      correct(system.world, id, { start: '2026-11-17T08:00:00Z', end: null, breaks: [] })
      await system.pollAfter(1, 1)
      correct(system.world, id, { breaks })
      await system.pollAfter(1, 1, 20)
      expect((await system.published()).join()).toContain('1 break-started 2026-11-16T20:00:00Z')
      expectOneContentPerId(system.history)
    },
  )
})
