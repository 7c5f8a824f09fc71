import { describe, expect } from 'vitest'
import { clock, holiday } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import { test } from '../support/watched.ts'

describe('an absence that breaks the contract', () => {
  test('is published once it can be read, ten days later', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-16')
    const mend = spoil(system, id, { start: { $type: 'LocalDate', date: 'soon' } })
    await system.pollAfter(20)
    for (let day = 0; day < 10; day++) await system.pollAfter(24 * 60)
    expect(await system.published()).toEqual([])
    mend()
    await system.pollAfter(31)
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-16T00:00:00Z',
      '1 absence-ended 2026-11-17T00:00:00Z',
    ])
  })

  test('is published where it was moved to before the lookback', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-16')
    const mend = spoil(system, id)
    await system.pollAfter(20)
    holiday(system.world, 1, '2026-10-05', '2026-10-06', id)
    mend()
    await system.pollAfter(31, 31, 31)
    expect(await system.published()).toEqual([
      '1 absence-started 2026-10-04T23:00:00Z',
      '1 absence-ended 2026-10-06T23:00:00Z',
    ])
  })

  test('holds up neither the clockings nor the other absences', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-16')
    spoil(system, id, { start: { $type: 'LocalDate', date: 'soon' } })
    await system.pollAfter(20)
    clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    holiday(system.world, 1, '2026-11-17', null)
    await system.pollAt('2026-11-17T09:00:00Z')
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-16T09:00:00Z',
      '1 absence-started 2026-11-17T00:00:00Z',
    ])
  })
})

describe('an absence with more digits of a second than a clock has', () => {
  const time = '09:00:00.12345678915'
  const edge = (of: string) => ({ $type: 'LocalDateTime', date: '2026-11-16', time: of })

  test('starts, and what somebody clocks does not wait for it', async ({ begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-16')
    const mend = spoil(system, id, { start: edge(time), end: edge('10:00') })
    await system.pollAfter(16, 60)
    clock(system.world, 1, { start: '2026-11-16T09:10:00Z', end: null })
    mend()
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([
      '1 absence-started 2026-11-16T09:00:00.123Z',
      '1 clocked-in 2026-11-16T09:10:00Z',
      '1 absence-amended 2026-11-16T09:32:00Z',
    ])
    expect(system.sum('RecordsUnreadable')).toBe(0)
  })
})
