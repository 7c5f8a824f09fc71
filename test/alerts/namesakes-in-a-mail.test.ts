import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { amina, anEvent, aRule, clocking } from './support/events.ts'
import { at, seen } from './support/morning.ts'

const nurse = { ...amina, id: anId(1), jobTitle: 'Nurse' }
const cook = { ...amina, id: anId(2), jobTitle: 'Cook' }

test('namesakes in one mail are told apart, whichever rules tell of them', async ({ start }) => {
  const world = await start([
    aRule({ name: 'ins', slack: [], email: ['managers'], group: 0 }),
    aRule({ name: 'outs', on: ['clocked-out'], slack: [], email: ['managers'], group: 0 }),
  ])
  world.publish(
    anEvent(
      'clocked-in',
      { employee: nurse, clocking: { ...clocking, employeeId: nurse.id } },
      { ...seen(2) },
    ),
  )
  world.publish(
    anEvent(
      'clocked-out',
      {
        employee: cook,
        clocking: { ...clocking, id: anId(2, 1), employeeId: cook.id, end: at(2) },
      },
      { ...seen(2), id: anId(5, 9) },
    ),
  )
  await world.run()
  expect(world.mails).toHaveLength(1)
  expect(world.mails[0]?.body).toMatch(/\(Nurse\) clocked in/)
  expect(world.mails[0]?.body).toMatch(/\(Cook\) clocked out/)
})

test('namesakes in one mail are told apart, whether or not it is old news', async ({ start }) => {
  const world = await start([aRule({ slack: [], email: ['managers'], group: 0 })])
  world.publish(
    anEvent(
      'clocked-in',
      { employee: nurse, clocking: { ...clocking, employeeId: nurse.id } },
      { ...seen(2) },
    ),
  )
  world.publish(
    anEvent(
      'clocked-in',
      {
        employee: cook,
        clocking: {
          ...clocking,
          id: anId(2, 1),
          employeeId: cook.id,
          start: '2026-11-19T09:00:00Z',
        },
      },
      { time: '2026-11-19T09:00:00Z', recordedtime: at(2), id: anId(5, 9), sequence: 2 },
    ),
  )
  await world.run()
  expect(world.mails).toHaveLength(1)
  expect(world.mails[0]?.body).toMatch(/\(Nurse\) clocked in/)
})
