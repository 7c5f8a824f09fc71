import { expect } from 'vitest'
import { clock, correct, employ, holiday } from '../promise/support/people.ts'
import { spoil } from '../promise/support/spoil.ts'
import { test } from '../promise/support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`

test('a shift that was over before the first run and could not be read then is no news once it can', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  employ(system.world, 1)
  const id = clock(system.world, 1, { start: on('06:00'), end: on('10:00') })
  const readable = spoil(system, id)
  await system.refresh()
  await system.pollAfter(1, 5)
  readable()
  await system.pollAfter(5, 30)
  expect(await system.published()).toEqual([])
})

test('of a shift that was open before the first run and could not be read then, its end is news', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  employ(system.world, 1)
  const id = clock(system.world, 1, { start: on('09:00'), end: null })
  const readable = spoil(system, id)
  await system.refresh()
  await system.pollAfter(1, 5)
  correct(system.world, id, { end: on('12:30') })
  await system.pollAt(on('12:31'))
  readable()
  await system.pollAfter(5, 30)
  expect(await system.published()).toEqual(['1 clocked-out 2026-11-16T12:30:00Z'])
})

test('an absence that began before the first run and could not be read then is no news once it can', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  employ(system.world, 1)
  const id = holiday(system.world, 1, '2026-11-15', '2026-11-20')
  const readable = spoil(system, id)
  await system.refresh()
  await system.pollAfter(1, 16)
  readable()
  await system.pollAfter(16, 31)
  expect(await system.published()).toEqual([])
  await system.pollAt('2026-11-21T00:01:00Z')
  expect(await system.published()).toEqual(['1 absence-ended 2026-11-21T00:00:00Z'])
})

test('what could not be read at first, and is announced, is marked as what was so before the first run', async ({
  start,
}) => {
  const system = await start({ now: on('12:00'), baseline: 'announce' })
  employ(system.world, 1)
  const id = clock(system.world, 1, { start: on('09:00'), end: null })
  const readable = spoil(system, id)
  await system.refresh()
  await system.pollAfter(1)
  correct(system.world, id, { end: on('12:30') })
  readable()
  await system.pollAt(on('12:31'))
  expect((await system.events()).map(({ type, baseline }) => [type, baseline])).toEqual([
    ['attendance.employee-joined', true],
    ['attendance.clocked-in', true],
    ['attendance.clocked-out', undefined],
  ])
})

test('what was synced late and could not be read then is news, though it had happened before the first run', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  employ(system.world, 1)
  await system.refresh()
  await system.pollAfter(1)
  const id = clock(system.world, 1, { start: on('09:00'), end: null })
  const readable = spoil(system, id)
  await system.pollAfter(5)
  readable()
  await system.pollAfter(5)
  expect(await system.published()).toEqual(['1 clocked-in 2026-11-16T09:00:00Z'])
})
