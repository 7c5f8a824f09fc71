import { expect } from 'vitest'
import type { Outcome } from '../../lib/alerts/sending/outlet.ts'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, aRule, clocking } from './support/events.ts'
import { later, namesTold, nine } from './support/morning.ts'

const hours = (n: number): string => later(n * 3_600)
const deadLetters = (world: AlertWorld) =>
  world.dead.map(({ body }) => JSON.parse(body)).filter((body) => 'aside' in body)

/** A person's clock-out after their clock-in. */
const aClockOut = (n: number, time: string) => {
  const { data } = aClockIn(n, nine)
  const over = { ...clocking, id: anId(n, 1), employeeId: anId(n), start: nine, end: time }
  const out = { id: anId(n, 8), sequence: 2, time }
  return anEvent('clocked-out', { employee: data.employee, clocking: over }, out)
}

const sequenceOf = (n: number): string => String(n + 1).padStart(20, '0')

/** Slack fails at whatever has one of some texts, by that status, and takes everything else. */
const failAt = (world: AlertWorld, status: 400 | 500, ...texts: RegExp[]) => {
  const tries = { all: 0, vain: 0 }
  world.slack.decide((raw) => {
    tries.all += 1
    const isBad = texts.some((text) => text.test(raw))
    if (isBad) tries.vain += 1
    return isBad ? { status } : null
  })
  return tries
}

/** Mails that name somebody have this outcome, and all others go out. */
const failMailAbout = (world: AlertWorld, name: string, outcome: Outcome) => {
  const { email } = world.ports.outlets
  world.ports.outlets.email = {
    ...email,
    send: async (audience, mailing, known, within) =>
      JSON.stringify(mailing).includes(name)
        ? outcome
        : email.send(audience, mailing, known, within),
  }
}

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

test('whom a channel refuses in a message about everybody is put aside alone, and all others are told', async ({
  start,
}) => {
  const world = await start([aRule()])
  const tries = failAt(world, 400, /Person7 /)
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(300))
  const others = Array.from({ length: 40 }, (_, n) => `Person${n + 1} Test`)
  expect(namesTold(world)).toEqual(others.filter((name) => name !== 'Person7 Test').sort())
  expect(tries.vain).toBeLessThanOrEqual(8)
  expect(deadLetters(world)).toMatchObject([{ aside: 'slack:office', waiting: [{}] }])
  expect(deadLetters(world)[0].waiting[0].event).toContain('Person7')
})

test('a channel that refuses everything is asked for few parts of a large message', async ({
  start,
}) => {
  const world = await start([aRule()])
  const tries = failAt(world, 400, /Person/)
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, later(1)))
  await world.run(hours(1))
  expect(tries.vain).toBeLessThanOrEqual(16)
  expect(deadLetters(world).flatMap(({ waiting }) => waiting)).toHaveLength(40)
})

test('an audience to which a mail is refused for one person gets that of others within minutes', async ({
  start,
}) => {
  const world = await start([aRule({ slack: [], email: ['managers'] })])
  failMailAbout(world, 'Person3', { kind: 'refused', reason: 'InvalidParameter' })
  for (let n = 1; n <= 8; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(600))
  const bodies = world.mails.map(({ body }) => body).join('\n')
  for (const n of [1, 2, 4, 5, 6, 7, 8]) expect(bodies).toContain(`Person${n} Test`)
  expect(deadLetters(world)).toMatchObject([{ aside: 'email:managers', waiting: [{}] }])
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

test('what a channel fails at for hours while it takes others is put aside, and what came after it is told', async ({
  start,
}) => {
  const world = await start([aRule({ on: ['clocked-in', 'clocked-out'] })])
  const tries = failAt(world, 500, /Person1 Test clocked in/)
  world.publish(aClockIn(1, nine))
  world.publish(aClockIn(2, later(1)))
  world.publish(aClockOut(1, hours(1)))
  await world.run(hours(1.5))
  expect(world.slack.lines().join('\n')).not.toMatch(/Person1/)
  expect(deadLetters(world)).toEqual([])
  for (let n = 3; n <= 10; n++) world.publish(aClockIn(n, hours(1.5 + n / 4)))
  await world.run(hours(5))
  expect(deadLetters(world)).toMatchObject([
    { aside: 'slack:office', reason: 'HTTP 500', waiting: [{ rule: 'arrivals' }] },
  ])
  expect(deadLetters(world)[0].waiting).toHaveLength(1)
  const told = world.slack.lines().filter((line) => line.includes('Person1 '))
  expect(told).toEqual([expect.stringContaining('Person1 Test clocked out')])
  expect(tries.vain).toBeLessThan(40)
  // Nothing is left that fails, and nobody is told twice.
  expect(namesTold(world)).toEqual([...new Set(namesTold(world))])
  // It is told once it is moved back.
  world.slack.decide(null)
  const [letter] = world.dead.filter(({ body }) => body.includes('aside'))
  world.publishAt(letter?.body ?? '', utc(world.now()))
  await world.run()
  expect(world.slack.lines().join('\n')).toMatch(/Person1 Test clocked in/)
})

test('of two things about one person in a message only that at which the channel fails is put aside', async ({
  start,
}) => {
  const world = await start([aRule({ group: 300, on: ['clocked-in', 'clocked-out'] })])
  failAt(world, 500, /Person1 Test clocked in/)
  world.publish(aClockIn(1, nine))
  world.publish(aClockOut(1, later(60)))
  for (let n = 2; n <= 6; n++) world.publish(aClockIn(n, hours((n - 2) / 1.2)))
  await world.run(hours(5))
  expect(deadLetters(world).flatMap(({ waiting }) => waiting)).toHaveLength(1)
  const told = world.slack.lines().filter((line) => line.includes('Person1 '))
  expect(told).toEqual([expect.stringContaining('Person1 Test clocked out')])
})

test('a single failure has a message about many come whole', async ({ start }) => {
  const world = await start([aRule()])
  world.slack.answer({ status: 500 })
  for (let n = 1; n <= 5; n++) world.publish(aClockIn(n, later(n)))
  await world.run()
  expect(world.slack.posts).toHaveLength(1)
})

test('where nobody else is told anything there, later news of a person show that the channel is well', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0, on: ['clocked-in', 'clocked-out'] })])
  failAt(world, 500, /Person1 Test clocked in/)
  world.publish(aClockIn(1, nine))
  world.publish(aClockOut(1, hours(3)))
  await world.run()
  expect(world.slack.lines()).toEqual([expect.stringContaining('Person1 Test clocked out')])
  expect(deadLetters(world)).toHaveLength(1)
})

test('a channel that was down for hours has nothing put aside', async ({ start }) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.always({ status: 500 })
  for (let n = 1; n <= 12; n++) world.publish(aClockIn(n, later(n * 1_200)))
  await world.run(hours(4.5))
  world.slack.always(null)
  // It is well again, but for one more failure.
  let fails = 1
  world.slack.decide((raw) => (raw.includes('Person1 ') && fails-- > 0 ? { status: 500 } : null))
  world.publish(aClockIn(13, hours(4.6)))
  await world.run()
  expect(deadLetters(world)).toEqual([])
  expect(namesTold(world)).toHaveLength(13)
})

test('what waited for a channel that was down goes out with the first that it takes', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0 })])
  world.slack.always({ status: 500 })
  // Each of these has the channel asked once more for the first of them.
  for (let n = 0; n < 8; n++)
    world.publish({ ...aClockIn(1, later(60 * n)), id: anId(100 + n, 9), sequence: sequenceOf(n) })
  await world.run(later(700))
  world.slack.always(null)
  world.publish(aClockIn(2, later(720)))
  await world.run(later(735))
  expect(new Set(namesTold(world))).toEqual(new Set(['Person1 Test', 'Person2 Test']))
})

test('a channel that takes nothing for hours has nothing put aside, however few things there are', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0, on: ['clocked-in', 'clocked-out'] })])
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, nine))
  world.publish(aClockOut(1, hours(3)))
  await world.run(hours(4))
  expect(deadLetters(world)).toEqual([])
})

test('a channel that is down is asked for few parts of a large message in a turn', async ({
  start,
}) => {
  const world = await start([aRule()])
  world.slack.always({ status: 500 })
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, later(1)))
  await world.run(later(78))
  const first = world.said.failed.length
  expect(first).toBeLessThanOrEqual(9)
  await world.run(hours(0.45))
  // Ten turns for what made one message.
  expect(world.said.failed.length).toBeLessThanOrEqual(40)
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
