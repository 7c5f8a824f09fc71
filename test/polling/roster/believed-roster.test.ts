import { describe, expect } from 'vitest'
import { minute } from '../../../lib/attendance/moments.ts'
import { anId, employeeId } from '../../harness/builders.ts'
import { test as worldTest } from '../../harness/world-test.ts'

const test = worldTest.extend('world', async ({ start }) => {
  const world = await start({ now: '2026-11-18T12:00:00Z', shardSize: 15 })
  await world.hire(1, 10)
  await world.refresh()
  await world.poll()
  return world
})

describe('a roster answer that is not believed', () => {
  test('is one that is empty', async ({ world }) => {
    for (let n = 1; n <= 10; n++) await world.removeEmployee(anId(n))
    expect(await world.refresh({ acceptLoss: true })).toMatchObject({
      kind: 'refused',
      reason: 'empty',
    })
    expect(await world.events()).toEqual([])
  })

  test('is one that lacks more than a fifth, until an operator vouches for it', async ({
    world,
  }) => {
    for (let n = 1; n <= 3; n++) await world.removeEmployee(anId(n))
    await world.hire(20, 25)
    expect(await world.refresh()).toEqual({
      kind: 'refused',
      reason: 'a fifth short',
      members: 10,
      answered: 13,
    })
    expect(await world.events()).toEqual([])
    expect(await world.refresh({ acceptLoss: true })).toMatchObject({ left: 3, added: 6 })
    const types = (await world.events()).map(({ type }) => type)
    expect(types.filter((type) => type === 'attendance.employee-left')).toHaveLength(3)
  })

  test('is not one that lacks exactly a fifth', async ({ world }) => {
    for (let n = 1; n <= 2; n++) await world.removeEmployee(anId(n))
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 0, missing: 2 })
    world.pass(10 * minute)
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 2, missing: 0 })
  })

  test('losing 20 of 120 once tells nobody anything', async ({ world }) => {
    await world.hire(11, 120)
    await world.refresh()
    await world.events()
    const { listEmployees } = world.api
    let isLosing = true
    world.api.listEmployees = async function* (...args) {
      for await (const page of listEmployees(...args))
        yield { ...page, records: page.records.filter(({ id }) => !isLosing || id > anId(20)) }
    }
    world.pass(10 * minute)
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 0, missing: 20 })
    isLosing = false
    world.pass(10 * minute)
    expect(await world.refresh()).toMatchObject({ added: 0, left: 0, missing: 0 })
    expect(await world.events()).toEqual([])
  })

  test('someone missing from one roster and present in the next has not left', async ({
    world,
  }) => {
    const { listEmployees } = world.api
    let refreshes = 0
    world.api.listEmployees = async function* (...args) {
      for await (const page of listEmployees(...args))
        yield {
          ...page,
          records: page.records.filter(({ id }) => refreshes % 2 === 0 || id !== employeeId),
        }
    }
    for (refreshes = 1; refreshes <= 6; refreshes++) {
      expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 0 })
      world.pass(10 * minute)
    }
    expect(await world.events()).toEqual([])
  })
})
