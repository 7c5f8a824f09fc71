import { expect } from 'vitest'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, anEvent, aRule, clocking } from './support/events.ts'
import { failAt, failMailAbout, hours } from './support/failing.ts'
import { later, namesTold, nine } from './support/morning.ts'

test('whom a channel fails at in a message about everybody keeps it from nobody else for minutes', async ({
  start,
}) => {
  const world = await start([aRule()])
  const tries = failAt(world, 500, /Person7 /)
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(300))
  const others = Array.from({ length: 40 }, (_, n) => `Person${n + 1} Test`)
    .filter((name) => name !== 'Person7 Test')
    .sort()
  expect(namesTold(world)).toEqual(others)
  expect(tries.vain).toBeLessThan(20)
  // Who comes later is told at once, though the rule would tell of both.
  world.publish(aClockIn(41, hours(0.5)))
  await world.run(utc(epochMs(hours(0.5)) + 90_000))
  expect(namesTold(world)).toContain('Person41 Test')
})

test('two whom a channel fails at, in either half of a message, keep it from nobody else', async ({
  start,
}) => {
  const world = await start([aRule()])
  failAt(world, 500, /Person1 /, /Person8 /)
  for (let n = 1; n <= 8; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(120))
  expect(namesTold(world)).toEqual([2, 3, 4, 5, 6, 7].map((n) => `Person${n} Test`))
})

test('two messages about one person each that a channel fails at are not before all others', async ({
  start,
}) => {
  const rules = Array.from({ length: 5 }, (_, n) =>
    aRule({ name: `of-${n + 1}`, group: 0, where: { employees: [anId(n + 1)] } }),
  )
  const world = await start(rules)
  failAt(world, 500, /Person1 /, /Person2 /)
  for (let n = 1; n <= 5; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(300))
  expect(namesTold(world)).toEqual([3, 4, 5].map((n) => `Person${n} Test`))
})

test('a single failure has a message about many come whole', async ({ start }) => {
  const world = await start([aRule()])
  world.slack.answer({ status: 500 })
  for (let n = 1; n <= 5; n++) world.publish(aClockIn(n, later(n)))
  await world.run()
  expect(world.slack.posts).toHaveLength(1)
})

test('a correction is not read before what it corrects, in whichever parts they are tried', async ({
  start,
}) => {
  const world = await start([aRule({ group: 300 })])
  const fails = failAt(world, 500, /Person1 Test clocked in/)
  const employee = aClockIn(1, nine).data.employee
  const removed = { ...clocking, id: anId(1, 1), employeeId: employee.id, start: nine }
  world.publish(aClockIn(1, nine))
  world.publish(aClockIn(2, nine))
  world.publish(
    anEvent(
      'clocking-removed',
      { employee, clocking: removed },
      { id: anId(1, 7), sequence: 2, time: later(60) },
    ),
  )
  await world.run(hours(1))
  expect(fails.vain).toBeGreaterThan(0)
  expect(namesTold(world)).toEqual(['Person2 Test'])
})

test('an audience to which a mail fails for one person gets that of others within minutes', async ({
  start,
}) => {
  const world = await start([aRule({ slack: [], email: ['managers'] })])
  failMailAbout(world, 'Person3', { kind: 'failed', reason: 'InternalError' })
  for (let n = 1; n <= 8; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(600))
  const bodies = world.mails.map(({ body }) => body).join('\n')
  for (const n of [1, 2, 4, 5, 6, 7, 8]) expect(bodies).toContain(`Person${n} Test`)
  expect(bodies).not.toContain('Person3')
})

test('one whose news cannot be put into words keeps nobody else from being told', async ({
  start,
}) => {
  const world = await start([aRule()])
  world.wordEvents((event) => {
    if (event.subject === anId(2)) throw new TypeError('of undefined')
  })
  world.publish(aClockIn(1, later(1)))
  world.publish(aClockIn(2, later(2)))
  world.publish(aClockIn(3, later(3)))
  await world.run(later(300))
  expect(namesTold(world)).toEqual(['Person1 Test', 'Person3 Test'])
})
