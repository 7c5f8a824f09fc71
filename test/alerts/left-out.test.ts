import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { amina, anEvent, aRule, clocking, promptly } from './support/events.ts'
import { at, later } from './support/morning.ts'

/** The n-th of many people, of whose clock-ins a message has room for some seventy. */
const person = (n: number) => ({
  ...amina,
  id: anId(n),
  givenName: `Person${n}`,
  familyName: 'of the Second Night Shift at the Upper Gate of the Harbour Hotel on the Hill',
})
const clockIn = (n: number, time = later(n)): AttendanceEvent => {
  const theirs = { ...clocking, id: anId(n, 1), employeeId: anId(n), start: time }
  return anEvent('clocked-in', { employee: person(n), clocking: theirs }, { time, id: anId(n, 9) })
}
const crowd = Array.from({ length: 100 }, (_, n) => clockIn(n + 1))

/** That the clock-in of the n-th was removed, as seen at a quarter past. */
const removalOf = (n: number): AttendanceEvent => {
  const theirs = { ...clocking, id: anId(n, 1), employeeId: anId(n), start: later(n) }
  return anEvent(
    'clocking-removed',
    { employee: person(n), clocking: theirs },
    { time: at(15), id: anId(n, 8), sequence: 20 },
  )
}

/** What the office read of the n-th, in order. */
const linesOf = ({ slack }: AlertWorld, n: number): string[] =>
  slack.lines().filter((line) => line.includes(`Person${n} of`))

const bothInOrder = [
  expect.stringMatching(/ clocked in at /),
  expect.stringMatching(/'s clock-in at .* was removed$/),
]

describe('of a list that is too long for one message', () => {
  test('no correction is left out, nor what it corrects', async ({ start }) => {
    const world = await start([aRule({ group: 1800 })])
    for (const event of [...crowd, removalOf(100)]) world.publish(event)
    await world.run()
    expect(world.slack.posts).toHaveLength(1)
    expect(linesOf(world, 100)).toEqual(bothInOrder)
    expect(world.slack.lines().at(-1)).toMatch(/^… and \d+ more$/)
  })

  test('nor once the channel, which throttled, takes something again', async ({ start }) => {
    const world = await start(promptly({}))
    world.slack.always({ status: 429, headers: { 'retry-after': '900' } })
    for (const event of [...crowd, removalOf(1)]) world.publish(event)
    await world.run(at(20))
    world.slack.always(null)
    await world.run()
    expect(linesOf(world, 1)).toEqual(bothInOrder)
  })

  test('nor the correction of what was read in an earlier message', async ({ start }) => {
    const world = await start([aRule({ group: 1800 })], '2026-11-20T08:00:00Z')
    world.publish(clockIn(1, '2026-11-20T08:00:00Z'))
    await world.run('2026-11-20T08:40:00Z')
    expect(linesOf(world, 1)).toHaveLength(1)
    for (const event of [...crowd.slice(1), removalOf(1)]) world.publish(event)
    await world.run()
    expect(world.slack.posts).toHaveLength(2)
    expect(linesOf(world, 1)).toEqual(bothInOrder)
  })

  test('what asks for attention is not left out for news', async ({ start }) => {
    const world = await start([aRule({ on: ['clocked-in', 'clocking-overdue'], group: 1800 })])
    const long = { ...clocking, id: anId(999, 1), start: '2026-11-19T19:10:00Z' }
    const overdue = anEvent(
      'clocking-overdue',
      { employee: person(999), clocking: long },
      { id: anId(999, 9), time: at(10) },
    )
    for (const event of [...crowd, overdue]) world.publish(event)
    await world.run()
    expect(world.slack.posts).toHaveLength(1)
    expect(linesOf(world, 999)).toHaveLength(1)
  })
})

test('more corrections than a message has room for go out in several, each after its clock-in', async ({
  start,
}) => {
  const world = await start([aRule({ group: 1800 })])
  for (const event of crowd) world.publish(event)
  for (let n = 1; n <= 60; n++) world.publish(removalOf(n))
  await world.run()
  expect(world.slack.posts).toHaveLength(3)
  for (let n = 1; n <= 60; n++) expect(linesOf(world, n)).toEqual(bothInOrder)
  expect(world.said).toMatchObject({ failed: [], refused: [], problems: [] })
})
