import { expect } from 'vitest'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import { aHoliday, anEmployee, aSickness } from '../harness/builders.ts'
import { test as worldTest } from '../harness/world-test.ts'

/** Every byte that leaves for one absence: messages and their attributes. */
const test = worldTest.extend('bytesFor', ({ start }) => async (absence: Absence) => {
  const privacy = { absences: 'opaque', notes: true, emails: false, payrollNumbers: false } as const
  const attention = {
    clockingLongerThanHours: 10,
    breakLongerThanMinutes: 60,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
    returnOverdue: true,
  }
  const rules = { privacy, attention }
  const world = await start({ now: '2026-11-17T10:00:00Z', rules })
  await world.employee(anEmployee())
  await world.refresh()
  await world.poll()
  await world.absence(absence)
  world.at('2026-11-18T10:00:00Z')
  await world.poll()
  await world.absence({ ...absence, displayName: 'Something else', note: 'Another note' })
  world.at('2026-11-25T10:00:00Z')
  await world.poll()
  await world.removeAbsence(absence.id)
  for (const minute of [20, 40]) {
    world.at(`2026-11-25T10:${minute}:00Z`)
    await world.poll()
  }
  return world.messages()
})

test('with opaque absences no byte of a message or attribute tells sickness from holiday', async ({
  bytesFor,
}) => {
  const sick = await bytesFor(aSickness())
  const away = await bytesFor(aHoliday({ end: null }))
  expect(sick.map(({ event }) => event.type)).toEqual([
    'attendance.absence-started',
    'attendance.absence-withdrawn',
  ])
  expect(JSON.stringify(sick)).toBe(JSON.stringify(away))
})
