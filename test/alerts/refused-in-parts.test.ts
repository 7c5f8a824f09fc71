import { expect } from 'vitest'
import type { Outlet } from '../../lib/alerts/sending/outlet.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, aRule, clocking, promptly } from './support/events.ts'
import { deadLetters, failAt, failMailAbout } from './support/failing.ts'
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

/** Each way refuses what names one of some people. */
const refuse = (world: AlertWorld, isBad: (n: number) => boolean) => {
  const tries = { all: 0 }
  const refusing = (outlet: Outlet): Outlet => ({
    ...outlet,
    send: async (name, mailing, ...rest) => {
      tries.all += 1
      const people = [...JSON.stringify(mailing).matchAll(/Person(\d+)/g)]
      return people.some(([, n]) => isBad(Number(n)))
        ? { kind: 'refused', reason: 'invalid' }
        : outlet.send(name, mailing, ...rest)
    },
  })
  const { slack, email } = world.ports.outlets
  world.ports.outlets.slack = refusing(slack)
  world.ports.outlets.email = refusing(email)
  return tries
}

/** Of whom somebody was told, as often as it was. */
const told = ({ slack, mails }: AlertWorld): string[] =>
  [...slack.lines(), ...mails.map(({ body }) => body)]
    .flatMap((text) => text.match(/Person\d+(?= Test)/g) ?? [])
    .sort()

const ways = [
  { way: 'a channel', rule: {}, requests: 25 },
  { way: 'an audience', rule: { slack: [], email: ['managers'] }, requests: 35 },
]
test.for(ways)(
  'of a message about two hundred people one is put aside where $way refuses that one, and others are told within minutes',
  async ({ rule }, { start }) => {
    const world = await start([aRule(rule)])
    refuse(world, (n) => n === 1)
    for (let n = 1; n <= 200; n++) world.publish(aClockIn(n, at(1)))
    await world.run(at(10))
    expect(asideIn(world)).toEqual(['Person1'])
    expect(new Set(told(world))).toHaveProperty('size', 199)
  },
)

test.for(ways)(
  'where $way refuses everything it is asked for few parts of a large message, and all is put aside',
  async ({ rule, requests }, { start }) => {
    const world = await start([aRule(rule)])
    const tries = refuse(world, () => true)
    for (let n = 1; n <= 300; n++) world.publish(aClockIn(n, at(1)))
    await world.run(at(10))
    expect(asideIn(world)).toHaveLength(300)
    expect(tries.all).toBeLessThanOrEqual(requests)
  },
)

test('of somebody with much of whom a channel refuses some the rest is told', async ({ start }) => {
  const rules = promptly({ name: 'breaks', on: ['break-started'] })
  const world = await start(rules, at(20))
  world.slack.decide((raw) => (/09:0[2-5]/.test(raw) ? { status: 400 } : null))
  for (const each of breaksOf(1)) world.publish(each)
  await world.run()
  expect(asideIn(world)).toHaveLength(4)
  expect(world.slack.lines().filter((line) => line.includes('Person1'))).toHaveLength(6)
})

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

const among = (...bad: number[]) => ({ who: bad.join(), isBad: (n: number) => bad.includes(n) })
const some = [
  { who: 'one in ten', isBad: (n: number) => n % 10 === 3 },
  { who: 'one in four and the last eight', isBad: (n: number) => n % 4 === 1 || n > 52 },
  { who: 'two in three', isBad: (n: number) => n % 3 !== 2 },
  { who: 'all but the first and the last two', isBad: (n: number) => n > 1 && n < 59 },
  among(8, 10, 30, 38, 40, 43, 45, 50, 51, 55),
  { who: 'the first fifteen', isBad: (n: number) => n <= 15 },
]
test.for(ways.flatMap((way) => some.map((each) => ({ ...way, ...each }))))(
  'of sixty people of whom $way refuses $who nobody else is put aside, and all others are told once',
  async ({ rule, isBad }, { start }) => {
    const world = await start([aRule(rule)])
    refuse(world, isBad)
    const all = Array.from({ length: 60 }, (_, n) => n + 1)
    for (const n of all) world.publish(aClockIn(n, at(1)))
    await world.run()
    const [refused, others] = [isBad, (n: number) => !isBad(n)].map((isOne) =>
      all.filter(isOne).map((n) => `Person${n}`),
    )
    expect(asideIn(world)).toEqual(refused?.sort())
    expect(told(world)).toEqual(others?.sort())
  },
)

test('of one who is refused much, beside many others, nobody else is put aside', async ({
  start,
}) => {
  const rule = aRule({ name: 'breaks', on: ['break-started', 'clocked-in'] })
  const world = await start([rule], at(20))
  refuse(world, (n) => n % 10 === 0 || n === 1)
  for (let n = 1; n <= 60; n++) world.publish(aClockIn(n, at(1)))
  for (const each of breaksOf(60)) world.publish(each)
  await world.run()
  const others = [1, 10, 20, 30, 40, 50].map((n) => `Person${n}`)
  expect(asideIn(world)).toEqual([...others, ...Array.from({ length: 11 }, () => 'Person60')])
})
