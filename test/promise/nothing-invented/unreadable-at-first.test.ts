import { expect } from 'vitest'
import { clock, correct, dismiss, employ } from '../support/people.ts'
import { spoilEmployee } from '../support/spoil.ts'
import { test } from '../support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`

test('who could not be read on the first roster was there before the first run, as all others', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  for (let n = 1; n <= 3; n++) employ(system.world, n)
  clock(system.world, 2, { start: '2026-11-15T09:00:00Z', end: '2026-11-15T17:00:00Z' })
  const id = clock(system.world, 2, { start: on('09:00'), end: null })
  const readable = spoilEmployee(system, 2, { name: null })
  await system.refresh()
  await system.pollAfter(1)
  await system.refreshAt(on('13:00'))
  readable()
  await system.refreshAt(on('14:00'))
  await system.pollAfter(1)
  expect(await system.published()).toEqual([])
  correct(system.world, id, { end: on('14:30') })
  clock(system.world, 2, { start: on('12:10'), end: on('12:20') })
  await system.pollAt(on('14:31'))
  expect(await system.published()).toEqual([
    '2 clocked-in 2026-11-16T12:10:00Z',
    '2 clocked-out 2026-11-16T12:20:00Z',
    '2 clocked-out 2026-11-16T14:30:00Z',
  ])
})

test('who comes after the first roster and cannot be read joins once they can', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  for (let n = 1; n <= 2; n++) employ(system.world, n)
  await system.refresh()
  employ(system.world, 3)
  const readable = spoilEmployee(system, 3, { name: null })
  await system.refreshAt(on('13:00'))
  readable()
  await system.refreshAt(on('14:00'))
  expect(await system.published()).toEqual(['3 employee-joined 2026-11-16T14:00:00Z'])
})

test('who could not be read on the first roster, was on the next no more and comes back joins', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  for (let n = 1; n <= 3; n++) employ(system.world, n)
  const readable = spoilEmployee(system, 2, { name: null })
  await system.refresh()
  dismiss(system.world, 2)
  await system.refreshAt(on('13:00'))
  employ(system.world, 2)
  await system.refreshAt(on('14:00'))
  readable()
  await system.refreshAt(on('15:00'))
  expect(await system.published()).toEqual(['2 employee-joined 2026-11-16T15:00:00Z'])
})

test('who could not be read on the first roster, and is announced, was seen once they could', async ({
  start,
}) => {
  const system = await start({ now: on('12:00'), baseline: 'announce' })
  for (let n = 1; n <= 2; n++) employ(system.world, n)
  const readable = spoilEmployee(system, 2, { name: null })
  await system.refresh()
  await system.events()
  readable()
  await system.refreshAt(on('14:00'))
  expect(await system.events()).toMatchObject([
    {
      type: 'attendance.employee-joined',
      baseline: true,
      recordedtime: on('14:00'),
      data: { observed: { after: null, by: on('14:00') } },
    },
  ])
})
