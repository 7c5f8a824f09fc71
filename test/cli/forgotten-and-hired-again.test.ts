import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { checkForgettable } from '../../cli/forget/forgettable.ts'
import { holdingsOf, isNothing } from '../../cli/forget/holdings.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import {
  clock,
  correct,
  dismiss,
  employ,
  holiday,
  personId,
  watch,
} from '../promise/support/people.ts'
import { test as systemTest } from '../promise/support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`
const who = personId(1)

const test = systemTest.extend('watched', async ({ start, engines }) => {
  const system = await start()
  const deliveriesTable = `deliveries-${randomUUID()}`
  await engines.createTable(deliveriesTable)
  const { tableName: table, eventsTable } = system
  const tables = { documents: engines.documents, table, eventsTable, deliveriesTable }
  return {
    system,
    world: system.world,
    tables,
    /** As the command does. @returns whether nothing of theirs is left */
    forget: async (isOpenToo = false): Promise<boolean> => {
      const holdings = await holdingsOf(tables, who)
      checkForgettable(holdings, { lookbackHours: 24, isOpenToo })
      return isNothing(await forgetEmployee(tables, who, holdings))
    },
    /** They are on no roster any more; the second says that they have left. */
    leave: async () => {
      dismiss(system.world, 1)
      await system.refreshAt(on('08:10'))
      await system.refreshAt(on('08:21'))
      await system.poll()
    },
    hireAgain: async () => {
      employ(system.world, 1)
      await system.refreshAt(on('08:40'))
      await system.refreshAt(on('08:51'))
      await system.poll()
    },
    told: async () => (await system.published()).filter((each) => each.startsWith('1 ')),
  }
})

test('of who is forgotten while they are asked about still, and hired again, nothing is told twice', async ({
  watched: { system, world, forget, leave, hireAgain, told },
}) => {
  holiday(world, 1, '2026-11-15', '2026-11-15')
  await watch(system, 2)
  clock(world, 1, { start: on('08:05'), end: on('08:06') })
  await system.pollAfter(10)
  await leave()
  expect(await forget()).toBe(true)
  await system.pollAfter(5)
  await hireAgain()
  clock(world, 1, { start: on('08:52'), end: null })
  await system.pollAfter(2, 1)
  expect(await told()).toEqual([
    `1 clocked-in ${on('08:05')}`,
    `1 clocked-out ${on('08:06')}`,
    `1 employee-left ${on('08:21')}`,
    `1 employee-joined ${on('08:51')}`,
    `1 clocked-in ${on('08:52')}`,
  ])
})

describe('who left while something of theirs lasted', () => {
  test('is not forgotten while they are clocked in, and is once that they are out is told', async ({
    watched: { system, world, forget, leave, hireAgain, told },
  }) => {
    await watch(system, 2)
    const id = clock(world, 1, { start: on('08:05'), end: null })
    await system.pollAfter(10)
    await leave()
    await expect(forget()).rejects.toThrow('has begun and not ended')
    correct(world, id, { end: on('08:22') })
    await system.pollAfter(2)
    expect(await forget()).toBe(true)
    await hireAgain()
    expect(await told()).toEqual([
      `1 clocked-in ${on('08:05')}`,
      `1 employee-left ${on('08:21')}`,
      `1 clocked-out ${on('08:22')}`,
      `1 employee-joined ${on('08:51')}`,
    ])
  })

  test('is not forgotten while they are absent', async ({
    watched: { system, world, forget, leave, hireAgain, told },
  }) => {
    await watch(system, 2)
    holiday(world, 1, '2026-11-16', '2026-11-20')
    await system.pollAfter(20)
    await leave()
    await expect(forget()).rejects.toThrow('has begun and not ended')
    await hireAgain()
    expect(await told()).toEqual([
      `1 absence-started ${on('00:00')}`,
      `1 employee-left ${on('08:21')}`,
      `1 employee-joined ${on('08:51')}`,
    ])
  })

  test('is forgotten all the same by an operator’s word', async ({
    watched: { system, world, forget, leave },
  }) => {
    await watch(system, 2)
    clock(world, 1, { start: on('08:05'), end: null })
    await system.pollAfter(10)
    await leave()
    expect(await forget(true)).toBe(true)
  })
})

describe('who is on a roster again that a second one is to confirm', () => {
  test('is not forgotten', async ({ watched: { system, world, forget, leave } }) => {
    await watch(system, 2)
    await leave()
    employ(world, 1)
    await system.refreshAt(on('08:40'))
    await expect(forget()).rejects.toThrow('on the roster again')
    dismiss(world, 1)
    await system.refreshAt(on('08:51'))
    expect(await forget()).toBe(true)
  })

  test('is not forgotten either where their state is gone', async ({
    watched: { system, world, forget, leave },
  }) => {
    await watch(system, 2)
    await leave()
    expect(await forget()).toBe(true)
    employ(world, 1)
    await system.refreshAt(on('08:40'))
    await expect(forget()).rejects.toThrow('on the roster again')
  })

  test('nor where that is by the same id in other letters, and both were there before', async ({
    watched: { system, world, tables },
  }) => {
    const small = 'abcdef01-0000-4000-8000-00000000000a'
    const large = small.toUpperCase()
    await watch(system, 3)
    const put = (id: string) => {
      const third = world.employees.get(personId(3))
      if (third !== undefined) world.employees.set(id, { ...third, id })
    }
    const comeAndGo = async (id: string, joined: string, missing: string, left: string) => {
      put(id)
      await system.refreshAt(on(joined))
      await system.poll()
      world.employees.delete(id)
      await system.refreshAt(on(missing))
      await system.refreshAt(on(left))
      await system.poll()
    }
    await comeAndGo(large, '08:05', '08:20', '08:31')
    const state = (await system.states()).find(({ employeeId }) => employeeId === large)
    if (state === undefined) throw new Error('nobody came')
    expect(
      await createEmployeeStore(tables.documents, tables.table).retire(
        '0001',
        state,
        system.clock.now(),
      ),
    ).toBe(true)
    await comeAndGo(small, '08:40', '09:00', '09:11')
    const terms = { lookbackHours: 24, isOpenToo: false }
    const check = async () => checkForgettable(await holdingsOf(tables, small), terms)
    await expect(check()).resolves.toBeUndefined()
    put(large)
    await system.refreshAt(on('09:20'))
    await expect(check()).rejects.toThrow('on the roster again')
  })
})
