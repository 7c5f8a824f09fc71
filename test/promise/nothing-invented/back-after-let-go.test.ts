import { expect } from 'vitest'
import { dismiss, employ, watch } from '../support/people.ts'
import { spoilEmployee } from '../support/spoil.ts'
import { type System, test as systemTest } from '../support/system.ts'

const joined = (moment: string) => `1 employee-joined 2026-11-${moment}:00Z`

/** Somebody who left on the 2nd, and of whom nothing but a number is left. */
const test = systemTest.extend('letGo', ({ start }) => async (): Promise<System> => {
  const system = await start({ now: '2026-11-02T08:00:00Z' })
  await watch(system, 6)
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-02T19:00:00Z')
  await system.refreshAt('2026-11-02T20:00:00Z')
  await system.pollAt('2026-11-03T20:01:00Z')
  await system.pollAfter(16)
  await system.refreshAt('2026-11-12T08:00:00Z')
  expect(await system.published()).toEqual(['1 employee-left 2026-11-02T20:00:00Z'])
  return system
})

test('whom one roster alone shows again, days after they were let go, is not back', async ({
  letGo,
}) => {
  const system = await letGo()
  for (const day of ['13', '14']) {
    employ(system.world, 1)
    await system.refreshAt(`2026-11-${day}T08:00:00Z`)
    dismiss(system.world, 1)
    await system.refreshAt(`2026-11-${day}T09:00:00Z`)
    await system.refreshAt(`2026-11-${day}T10:00:00Z`)
  }
  expect(await system.published()).toEqual([])
})

test('whom two show is, as one who was not let go', async ({ letGo }) => {
  const system = await letGo()
  employ(system.world, 1)
  await system.refreshAt('2026-11-13T08:00:00Z')
  expect(await system.published()).toEqual([])
  await system.refreshAt('2026-11-13T09:00:00Z')
  expect(await system.published()).toEqual([joined('13T09:00')])
})

test('one of which may have them in a form that nobody can read', async ({ letGo }) => {
  const system = await letGo()
  employ(system.world, 1)
  const over = spoilEmployee(system, 1, { name: null })
  await system.refreshAt('2026-11-13T08:00:00Z')
  over()
  await system.refreshAt('2026-11-13T09:00:00Z')
  expect(await system.published()).toEqual([joined('13T09:00')])
})
