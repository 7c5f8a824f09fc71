import { expect } from 'vitest'
import type { Outlet } from '../../lib/alerts/sending/outlet.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, aRule, clocking, promptly } from './support/events.ts'
import { deadLetters, failAt, failMailAbout, hours } from './support/failing.ts'
import { at, later, namesTold, seen } from './support/morning.ts'

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

/** Ten breaks of one of many, who came in before. */
const breaksOf = (who: number) =>
  Array.from({ length: 10 }, (_, n) => {
    const { data } = aClockIn(who, at(0))
    const aBreak = { id: anId(n, 50 + who), start: at(n + 2), end: null }
    const during = { ...clocking, id: anId(who, 1), employeeId: anId(who), breaks: [aBreak] }
    const what = { employee: data.employee, clocking: during, break: aBreak }
    return anEvent('break-started', what, { ...seen(n + 2), id: anId(n, 80 + who) })
  })

test('of somebody with much of whom a channel takes nothing all is put aside, after a few tries, and of nobody else', async ({
  start,
}) => {
  const rules = promptly({ name: 'breaks', on: ['break-started'] }, { name: 'arrivals' })
  const world = await start(rules, at(20))
  let refusals = 0
  world.slack.decide((raw) => {
    if (!raw.includes('Person1 ')) return null
    refusals += 1
    return { status: 400 }
  })
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, at(15), at(15 + n)))
  for (const each of breaksOf(1)) world.publish(each)
  await world.run()
  expect(namesTold(world)).toEqual(['Person2 Test', 'Person3 Test'])
  const aside = world.dead.flatMap(({ body }) => JSON.parse(body).waiting)
  expect(aside).toHaveLength(11)
  expect(refusals).toBeLessThan(20)
})

const asideIn = ({ dead }: AlertWorld): string[] =>
  dead
    .flatMap(({ body }) => JSON.parse(body).waiting)
    .flatMap(({ event }) => /Person\d+/.exec(event)?.[0] ?? [])
    .sort()

test.for([
  { name: 'a channel', rule: {} },
  { name: 'an audience', rule: { slack: [], email: ['managers'] } },
])(
  'of a message about two hundred people one is put aside where $name refuses that one',
  async ({ rule }, { start }) => {
    const world = await start([aRule(rule)])
    const { slack, email } = world.ports.outlets
    const refusing = (outlet: Outlet): Outlet => ({
      ...outlet,
      send: async (name, mailing, ...rest) =>
        /Person1\b/.test(JSON.stringify(mailing))
          ? { kind: 'refused', reason: 'invalid' }
          : outlet.send(name, mailing, ...rest),
    })
    world.ports.outlets.slack = refusing(slack)
    world.ports.outlets.email = refusing(email)
    for (let n = 1; n <= 200; n++) world.publish(aClockIn(n, at(1)))
    await world.run()
    expect(asideIn(world)).toEqual(['Person1'])
  },
)

test('of others than one of whom much is refused nobody is put aside who is refused with somebody else', async ({
  start,
}) => {
  const rules = promptly({ name: 'breaks', on: ['break-started', 'clocked-in'] })
  const world = await start(rules, at(20))
  world.slack.decide((raw) => (/Person[124] /.test(raw) ? { status: 400 } : null))
  for (const n of [1, 2, 4, 5]) world.publish(aClockIn(n, at(15), at(15)))
  for (const each of [1, 2].flatMap(breaksOf)) world.publish(each)
  await world.run()
  expect(namesTold(world)).toEqual(['Person5 Test'])
})

test('of many neighbours whom a channel refuses nobody else is put aside', async ({ start }) => {
  const world = await start([aRule()])
  world.slack.decide((raw) => (/Person([1-9]|1[0-2])\b/.test(raw) ? { status: 400 } : null))
  for (let n = 1; n <= 40; n++) world.publish(aClockIn(n, at(1)))
  await world.run()
  expect(asideIn(world)).toHaveLength(12)
  expect(namesTold(world)).toHaveLength(28)
})
