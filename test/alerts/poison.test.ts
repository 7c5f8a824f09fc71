import { describe, expect } from 'vitest'
import { readQueueMessage } from '../../lib/alerts/receiving/queue-message.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import { plainText } from '../../lib/alerts/wording/plain-text.ts'
import { anId } from '../harness/builders.ts'
import { test as alertTest } from './support/alert-test.ts'
import { absence, aClockIn, amina, anEvent, aRule, clocking } from './support/events.ts'

const nine = '2026-11-20T09:00:00Z'
const good = aClockIn(1, nine)

/** A morning on which one message cannot be told: who was told, and what came of the message. */
const test = alertTest.extend('morningWith', ({ start }) => async (poison: unknown) => {
  const world = await start([aRule()])
  world.publishAt(JSON.stringify(poison), nine)
  world.publish(good)
  await world.run()
  return {
    told: world.slack.lines(),
    dead: world.dead.map(({ body }) => body),
    problems: [...new Set(world.said.problems.map(String))],
  }
})

describe('one message that cannot be told holds up no other', () => {
  test.for<[string, object]>([
    ['time', { ...good, id: anId(2, 9), time: 'yesterday' }],
    ['recordedtime', { ...good, id: anId(2, 9), recordedtime: '' }],
    ['start', { ...good, data: { ...good.data, clocking: { ...clocking, start: '9 o’clock' } } }],
  ])('where its %s is no moment', async ([, poison], { morningWith }) => {
    const { told, dead, problems } = await morningWith(poison)
    expect(told).toEqual([expect.stringContaining('Person1 Test clocked in')])
    expect(dead).toEqual([JSON.stringify(poison)])
    expect(problems).toEqual(['QueueMessageError: The event has a moment that is none'])
  })

  test('where it is larger than an item may be', async ({ morningWith }) => {
    const employee = { ...amina, jobTitle: 'x'.repeat(400_000) }
    const { told, problems } = await morningWith(anEvent('clocked-in', { employee, clocking }))
    expect(told).toEqual([expect.stringContaining('Person1 Test clocked in')])
    expect(problems).toEqual(['EventTooLargeError: The event has more than 300000 bytes'])
  })

  test('where it is a wake for a moment that never comes, or for what is no destination', async ({
    start,
  }) => {
    const world = await start([aRule()])
    world.publishAt('{"wake":"slack:office","at":"9999-12-31T23:59:59Z"}', nine)
    world.publishAt('{"wake":"slack:office:#general","at":"2026-11-20T09:00:00Z"}', nine)
    await world.run('2026-11-21T09:00:00Z')
    expect(world.dead).toHaveLength(1)
    expect([...new Set(world.said.problems.map(String))]).toEqual([
      'QueueMessageError: The message is neither an event nor a wake',
    ])
  })
})

test('a type of another system is not repeated', () => {
  const read = (type: string) => readQueueMessage(JSON.stringify({ specversion: '1.0', type }))
  expect(read('attendance.shift-swapped')).toEqual({
    kind: 'unknown',
    type: 'attendance.shift-swapped',
  })
  expect(read('Amina is ill')).toEqual({ kind: 'unknown', type: 'foreign' })
})

describe('names of the language itself are words like any other', () => {
  const reading = { now: Date.parse(nine), zone: 'Europe/London' }

  test('as the type of an absence', () => {
    const event = anEvent('absence-ended', { absence: { ...absence, $type: 'constructor' } })
    expect(plainText(english.event(event, reading), english)).toBe(
      "Amina O'Neill's leave has ended",
    )
  })

  test('as the field of a change', () => {
    const changes = [{ field: 'constructor', before: { date: 'never' }, after: null }]
    const event = anEvent('absence-amended', { absence, changes })
    expect(plainText(english.event(event, reading), english)).toBe(
      "Amina O'Neill's absence was changed: no constructor",
    )
  })
})
