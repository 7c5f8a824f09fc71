import { describe, expect } from 'vitest'
import { test } from '../support/leaving.ts'
import { clock, holiday, watch } from '../support/people.ts'

const on = (time: string, day = '16'): string => `2026-11-${day}T${time}:00Z`

describe('whoever is forgotten by an operator, and hired again, is told of from then on', () => {
  test('though an absence had been cut short as they left', async ({ world }) => {
    const { system, forget, leave, hireAgainAt, told } = await world()
    await watch(system, 2)
    const id = holiday(system.world, 1, '2026-11-14', '2026-12-31')
    await system.pollAfter(16)
    holiday(system.world, 1, '2026-11-14', '2026-11-15', id)
    await system.pollAfter(16)
    await leave()
    await told()
    await forget()
    await hireAgainAt(on('08:00', '20'))
    holiday(system.world, 1, '2026-11-23', '2026-11-24')
    await system.pollAt(on('10:00', '22'))
    await system.pollAt(on('10:00', '23'))
    await system.pollAt(on('10:00', '25'))
    expect(await told()).toEqual([
      `1 employee-joined ${on('08:11', '20')}`,
      `1 absence-started ${on('00:00', '23')}`,
      `1 absence-ended ${on('00:00', '25')}`,
    ])
  })

  test('though the end of a shift had been entered ahead', async ({ world }) => {
    const { system, forget, leave, hireAgainAt, told } = await world()
    await watch(system, 2)
    const typo = clock(system.world, 1, { start: on('08:05'), end: '2026-12-16T17:00:00Z' })
    await system.pollAfter(10)
    await leave()
    await told()
    await forget()
    system.world.clockings.delete(typo)
    await hireAgainAt(on('08:00', '20'))
    clock(system.world, 1, { start: on('09:00', '20'), end: on('17:00', '20') })
    await system.pollAt(on('18:00', '20'))
    expect(await told()).toEqual([
      `1 employee-joined ${on('08:11', '20')}`,
      `1 clocked-in ${on('09:00', '20')}`,
      `1 clocked-out ${on('17:00', '20')}`,
    ])
  })
})
