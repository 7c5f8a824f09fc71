import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, aRule, clocking, promptly } from './support/events.ts'
import { at, namesTold, seen } from './support/morning.ts'

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

test('of a message about two hundred people one is put aside where a channel refuses that one', async ({
  start,
}) => {
  const world = await start([aRule()])
  world.slack.decide((raw) => (raw.includes('Person1 ') ? { status: 400 } : null))
  for (let n = 1; n <= 200; n++) world.publish(aClockIn(n, at(1)))
  await world.run()
  expect(asideIn(world)).toEqual(['Person1'])
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
