import { expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, hour, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, amina, anEvent, aRule, clocking, promptly } from './support/events.ts'
import { at, nine, seen, textsOf } from './support/morning.ts'

const after = (hours: number): string => utc(epochMs(nine) + hours * hour)
const came = anEvent('clocked-in', { clocking }, seen(2))
const changes = [{ field: 'start', before: clocking.start, after: '2026-11-20T08:30:00Z' }]
const amended = anEvent('clocking-amended', { clocking, changes }, seen(5))
const removed = anEvent('clocking-removed', { clocking }, seen(9))

const refusal = { status: 400, body: 'invalid_blocks' }
/** The removal of what the n-th of many came in by. */
const removalOf = (n: number, seenAt = 20) => {
  const employee = { ...amina, id: anId(n), givenName: `Person${n}`, familyName: 'Test' }
  const theirs = { ...clocking, id: anId(n, 1), employeeId: employee.id, start: at(2) }
  return anEvent(
    'clocking-removed',
    { employee, clocking: theirs },
    { ...seen(seenAt), id: anId(n, 7) },
  )
}

const moveBack = (world: AlertWorld, at: string) => {
  for (const { body } of world.dead.splice(0)) world.publishAt(body, at)
}
const timesTold = (world: AlertWorld, what: RegExp) =>
  textsOf(world).filter((text) => what.test(text)).length

test.for([
  {
    what: 'what somebody came in by',
    bad: /Amina(.|\n)*clocked in/,
    before: [],
    since: [came, removed],
  },
  {
    what: 'a correction that is told once more itself',
    bad: /was corrected/,
    before: [amended, removed],
    since: [came],
  },
])(
  'a channel that fails at $what for hours, each time it is moved back, is not told again what took that back',
  async ({ bad, before, since }, { start }) => {
    const world = await start(
      promptly({ on: ['clocked-in', 'clocking-amended', 'clocking-removed'] }),
    )
    const publish = (events: readonly AttendanceEvent[], hours: number) => {
      for (const event of events) world.publishAt(JSON.stringify(event), after(hours))
    }
    publish(before, 0.3)
    await world.run(after(0.5))
    let isFailing = true
    world.slack.decide((raw) => (isFailing && bad.test(raw) ? { status: 500 } : null))
    publish(since, 0.5)
    await world.run(after(2.9))
    world.publish(aClockIn(7, after(3)))
    await world.run(after(6))
    const told = timesTold(world, /was removed/)
    for (const hours of [6, 10, 14]) {
      expect(world.dead).not.toEqual([])
      moveBack(world, after(hours))
      world.publish(aClockIn(hours, after(hours + 2.5)))
      await world.run(after(hours + 4))
      expect(timesTold(world, /was removed/)).toBe(told)
    }
    isFailing = false
    moveBack(world, after(19))
    await world.run()
    expect(textsOf(world).at(-1)).toMatch(/was removed/)
    expect(textsOf(world).at(-1)).toMatch(bad)
    expect(timesTold(world, /was removed/)).toBe(told + 1)
  },
)

test('what is refused each time it is moved back has what took it back told once more with it alone', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocking-removed'] }))
  world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
  await world.run(at(25))
  let isRefusing = true
  world.slack.decide((raw) => (isRefusing && raw.includes('clocked in') ? refusal : null))
  const original = anEvent('clocked-in', { clocking }, seen(2))
  world.publish(original)
  await world.run(at(30))
  for (const n of [31, 33, 35]) {
    world.publishAt(world.dead.at(-1)?.body ?? '', at(n))
    world.publishAt(JSON.stringify(original), at(n + 1))
    await world.run(at(n + 2))
  }
  expect(textsOf(world)).toEqual([expect.stringMatching(/removed/)])
  expect(new Set(world.dead.map(({ body }) => JSON.parse(body).waiting.length))).toEqual(
    new Set([1]),
  )
  isRefusing = false
  world.publishAt(world.dead[0]?.body ?? '', at(40))
  await world.run()
  expect(textsOf(world).slice(1)).toEqual([expect.stringMatching(/clocked in(.|\n)*removed/)])
})

test('what is told once more, and is refused each time it is moved back, has nothing told again', async ({
  start,
}) => {
  const world = await start(promptly({}), at(5))
  const changes = [{ field: 'start', before: clocking.start, after: at(0) }]
  let isRefusing = true
  world.slack.decide((raw) => (isRefusing && raw.includes('was corrected') ? refusal : null))
  world.publishAt(
    JSON.stringify(anEvent('clocking-amended', { clocking, changes }, seen(5))),
    at(5),
  )
  world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
  await world.run(at(25))
  world.publishAt(JSON.stringify(anEvent('clocked-in', { clocking }, seen(2))), at(26))
  await world.run(at(30))
  const removals = () => textsOf(world).filter((text) => text.includes('was removed')).length
  const told = removals()
  for (const n of [31, 35, 39]) {
    world.publishAt(world.dead.at(-1)?.body ?? '', at(n))
    await world.run(at(n + 3))
  }
  expect(removals()).toBe(told)
  isRefusing = false
  world.publishAt(world.dead.at(-1)?.body ?? '', at(45))
  await world.run()
  expect(textsOf(world).at(-1)).toMatch(/was corrected(.|\n)*was removed/)
})

test('what is refused, of many at once, comes back with what took it back, and its letter has that not as well', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocking-removed'] }))
  // Of so many that what is left, after some that are refused one after another, is put aside as it is.
  const people = Array.from({ length: 30 }, (_, n) => n + 1)
  for (const n of people) world.publish(removalOf(n))
  await world.run(at(25))
  const told = textsOf(world).length
  world.slack.decide((raw) => (raw.includes('clocked in') ? refusal : null))
  for (const n of people) world.publish(aClockIn(n, at(2)))
  await world.run(at(30))
  const letters = world.dead.map(({ body }) => body)
  expect(letters.flatMap((body) => JSON.parse(body).waiting)).toHaveLength(people.length)
  expect(textsOf(world)).toHaveLength(told)
  world.slack.decide(null)
  for (const body of letters) world.publishAt(body, at(40))
  await world.run()
  const back = textsOf(world).slice(told).join('\n')
  expect(back.match(/Test clocked in/g)).toHaveLength(people.length)
  expect(back.match(/was removed/g)).toHaveLength(people.length)
})

test('what is wanted itself is told, though what it follows on is refused in the same message', async ({
  start,
}) => {
  const world = await start([aRule({ on: ['clocked-in', 'clocking-removed'] })], at(1))
  world.slack.decide((raw) => (raw.includes('clocked in') ? refusal : null))
  const people = [1, 2, 3]
  for (const n of people) world.publish(aClockIn(n, at(2), at(2)))
  for (const n of people) world.publish(removalOf(n, 2))
  await world.run()
  expect(world.dead.flatMap(({ body }) => JSON.parse(body).waiting)).toHaveLength(3)
  expect(
    textsOf(world)
      .join('\n')
      .match(/was removed/g),
  ).toHaveLength(3)
})
