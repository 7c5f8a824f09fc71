import { expect } from 'vitest'
import { clock, personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`

test.for(['warm', 'cold'])(
  'whoever is told of anew, because an operator deleted their item, has numbers without a gap: %s functions',
  async (functions, { start }) => {
    const system = await start({ now: on('08:00') })
    await watch(system, 2)
    clock(system.world, 1, { start: on('08:01'), end: on('08:05') })
    await system.pollAfter(16)
    expect(await system.events()).toHaveLength(2)
    await system.table.remove(await system.table.employee(personId(1)))
    if (functions === 'cold') system.restart()
    await system.refreshAt(on('09:00'))
    await system.pollAfter(1, 16)
    clock(system.world, 1, { start: on('09:18'), end: null })
    await system.pollAfter(5)
    const after = await system.events()
    expect(after.map(({ type, sequence }) => `${Number(sequence)} ${type}`)).toEqual([
      '1 attendance.employee-joined',
      '2 attendance.clocked-in',
      '3 attendance.clocked-out',
      '4 attendance.clocked-in',
    ])
  },
)
