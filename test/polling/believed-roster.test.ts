import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import { anEmployee, anId, employeeId } from '../harness/builders.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

let engines: Engines
let world: World
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  world = await startWorld(engines, { now: '2026-11-18T12:00:00Z', shardSize: 15 })
})
afterEach(() => world.close())
afterAll(() => engines.close())

const hire = async (from: number, to: number) => {
  for (let n = from; n <= to; n++) await world.employee(anEmployee({ id: anId(n) }))
}

describe('a roster answer that is not believed', () => {
  beforeEach(async () => {
    await hire(1, 10)
    await world.refresh()
    await world.poll()
  })

  test('is one that is empty', async () => {
    for (let n = 1; n <= 10; n++) await world.removeEmployee(anId(n))
    expect(await world.refresh({ acceptLoss: true })).toMatchObject({
      kind: 'refused',
      reason: 'empty',
    })
    expect(await world.events()).toEqual([])
  })

  test('is one that lacks more than a fifth, until an operator vouches for it', async () => {
    for (let n = 1; n <= 3; n++) await world.removeEmployee(anId(n))
    await hire(20, 25)
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

  test('is not one that lacks exactly a fifth', async () => {
    for (let n = 1; n <= 2; n++) await world.removeEmployee(anId(n))
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 0, missing: 2 })
    world.pass(10 * minute)
    expect(await world.refresh()).toMatchObject({ kind: 'refreshed', left: 2, missing: 0 })
  })

  test('losing 20 of 120 once tells nobody anything', async () => {
    await hire(11, 120)
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

  test('someone missing from one roster and present in the next has not left', async () => {
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
