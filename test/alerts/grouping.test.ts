import { expect } from 'vitest'
import type { AlertPorts } from '../../lib/alerts/receiving/handle-batch.ts'
import { utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, amina, anEvent, aRule, clocking } from './support/events.ts'
import { later, morning, namesTold, nine } from './support/morning.ts'

test('tells nobody twice where the queue delivers every event three times', async ({ start }) => {
  const world = await start([aRule()])
  const some = morning.slice(0, 100)
  for (const event of some) world.publish(event, 3)
  await world.run()
  for (const event of some) world.publish(event)
  await world.run()
  expect(world.slack.posts.length).toBeLessThanOrEqual(5)
  expect(namesTold(world)).toEqual(some.map((_, n) => `Person${n + 1} Test`).sort())
})

test('a repeat of what was told does not use up the wake of what is new', async ({ start }) => {
  const world = await start([aRule()])
  world.publish(aClockIn(1, nine))
  await world.run()
  world.publish(aClockIn(1, nine))
  world.publish(aClockIn(2, utc(world.now())))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test', 'Person2 Test'])
})

test('gathers for as long as each rule wants, and tells each rule apart', async ({ start }) => {
  const rules = [
    aRule({ name: 'at-once', group: 0, where: { employees: [1, 2, 3].map((n) => anId(n)) } }),
    aRule({ name: 'quarterly', group: 900, where: { employees: [4, 5, 6].map((n) => anId(n)) } }),
    aRule({ name: 'hourly', group: 3_600, where: { employees: [7, 8, 9].map((n) => anId(n)) } }),
  ]
  const world = await start(rules)
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) world.publish(aClockIn(n, later((n % 3) * 60)))
  await world.run('2026-11-20T09:10:00Z')
  expect(world.slack.posts).toHaveLength(3)
  await world.run('2026-11-20T09:20:00Z')
  expect(world.slack.posts).toHaveLength(4)
  await world.run('2026-11-20T10:20:00Z')
  expect(world.slack.posts).toHaveLength(5)
  expect(namesTold(world)).toHaveLength(9)
})

test('what gathers for long, however much it is, stands before nothing that is due', async ({
  start,
}) => {
  const slow = aRule({ name: 'arrivals', group: 3_600 })
  const prompt = aRule({ name: 'breaks', on: ['break-started'], group: 0 })
  const world = await start([slow, prompt])
  for (let n = 1; n <= 100; n++) {
    const jobTitle = 'x'.repeat(20_000)
    const employee = { ...amina, id: anId(n), jobTitle }
    const id = anId(n, 9)
    world.publish(anEvent('clocked-in', { employee, clocking }, { time: nine, id }))
  }
  const moment = later(600)
  const rest = { id: anId(1, 2), start: moment, end: null }
  world.publish(anEvent('break-started', { clocking, break: rest }, { time: moment }))
  let looks = 0
  const counted = (ports: AlertPorts): AlertPorts => ({
    ...ports,
    wake: (destination, at) => {
      looks++
      return ports.wake(destination, at)
    },
  })
  await world.run(later(660), { change: counted, hasDied: () => false })
  expect(world.slack.lines()).toEqual([expect.stringMatching(/break/)])
  expect(looks).toBeLessThan(20)
})

test('what happened half a day ago is told as caught up, apart from what is new', async ({
  start,
}) => {
  const world = await start([aRule({ on: ['clocked-out'] })])
  const out = (n: number, time: string) =>
    anEvent(
      'clocked-out',
      { clocking: { ...clocking, start: '2026-11-19T08:00:00Z', end: time } },
      { time, recordedtime: nine, id: anId(n, 9), sequence: n },
    )
  world.publish(out(1, '2026-11-19T16:31:00Z'))
  world.publish(out(2, '2026-11-20T08:59:00Z'))
  await world.run()
  expect(world.slack.posts.map(({ message }) => message.text)).toEqual([
    "Caught up with what happened earlier: 1 person clocked out\nAmina O'Neill clocked out on Thu 19 Nov at 16:31 (8 h 31 min)",
    "Amina O'Neill clocked out at 08:59 (24 h 59 min, clocked in on Thu 19 Nov at 08:00)",
  ])
})

test('what was so before the first run alerts nobody', async ({ start }) => {
  const world = await start([aRule()])
  world.publish({ ...aClockIn(1, nine), baseline: true })
  await world.run()
  expect(world.slack.posts).toEqual([])
})

test('messages to one channel keep a second apart', async ({ start }) => {
  const rules = ['a', 'b', 'c'].map((name, n) =>
    aRule({ name, where: { employees: [anId(n + 1)] } }),
  )
  const world = await start(rules)
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, nine))
  const before = world.now()
  await world.run()
  expect(world.slack.posts).toHaveLength(3)
  expect(world.now() - before).toBeGreaterThanOrEqual(2_000)
})

test('an event that no rule wants is not kept', async ({ start }) => {
  const world = await start([aRule({ where: { employees: ['HR-0042'] } })])
  world.publish(aClockIn(1, nine))
  const other = { ...amina, externalReference: 'HR-7' }
  world.publish(anEvent('clocked-in', { employee: other, clocking }, { id: anId(2, 9) }))
  await world.run()
  expect(namesTold(world)).toEqual(['Person1 Test'])
})
