import { expect } from 'vitest'
import { utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, aRule, clocking } from './support/events.ts'
import { hours } from './support/failing.ts'
import { nine } from './support/morning.ts'

const came = aClockIn(1, nine)
const removed = anEvent(
  'clocking-removed',
  {
    employee: came.data.employee,
    clocking: { ...clocking, id: anId(1, 1), employeeId: anId(1), start: nine },
  },
  { id: anId(1, 7), sequence: 2, time: hours(3) },
)
const lettersIn = (world: AlertWorld) => world.dead.filter(({ body }) => body.includes('aside'))

test('while nothing can be put aside all others are told, and nothing of whom that is to be', async ({
  start,
}) => {
  const world = await start([aRule({ group: 0, on: ['clocked-in', 'clocking-removed'] })])
  world.slack.decide((raw) => (/Person1 Test clocked in/.test(raw) ? { status: 500 } : null))
  world.publish(came)
  await world.run(hours(2.9))
  const { deadLetter } = world.ports
  world.ports.deadLetter = () => Promise.reject(new Error('SQS is down'))
  world.publish(removed)
  await world.run(hours(3.1))
  expect(world.slack.lines()).toEqual([expect.stringContaining('removed')])
  world.slack.decide(null)
  world.publish(aClockIn(2, hours(3.2)))
  world.publish(
    anEvent(
      'clocked-in',
      { ...came.data, clocking },
      { id: anId(1, 8), sequence: 3, time: hours(3.2) },
    ),
  )
  await world.run(hours(3.7))
  expect(world.slack.lines().slice(1)).toEqual([expect.stringContaining('Person2 Test clocked in')])
  world.ports.deadLetter = deadLetter
  await world.run(hours(4))
  expect(world.slack.lines().slice(2)).toEqual([
    expect.stringMatching(/Person1 Test's clock-in .* is there again/),
  ])
  expect(lettersIn(world)).toHaveLength(1)
})

type Effect = 'deadLetter' | 'drop' | 'settle'
/** A run in which that effect is lost, once, or its answer; the run dies of that or not. */
const losing = (world: AlertWorld, effect: Effect, isDone: boolean, dies: boolean) => {
  const state = { isLost: false, hasDied: false }
  const lose =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (state.hasDied) throw new Error('killed')
      if (state.isLost) return work(...args)
      state.isLost = true
      state.hasDied = dies
      if (isDone) await work(...args)
      throw new Error('ThrottlingException')
    }
  const whileAlive =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (state.hasDied) throw new Error('killed')
      return work(...args)
    }
  const { deliveries, deadLetter, outlets } = world.ports
  const process = {
    hasDied: () => state.hasDied,
    change: () => ({
      ...world.ports,
      deadLetter: effect === 'deadLetter' ? lose(deadLetter) : deadLetter,
      deliveries: {
        ...deliveries,
        release: whileAlive(deliveries.release),
        ...(effect !== 'deadLetter' && { [effect]: lose(deliveries[effect]) }),
      },
      outlets: { ...outlets, slack: { ...outlets.slack, send: whileAlive(outlets.slack.send) } },
    }),
  }
  return { state, process }
}

test.for([
  ['deadLetter', 'before', false],
  ['deadLetter', 'before', true],
  ['deadLetter', 'after', false],
  ['deadLetter', 'after', true],
  ['drop', 'before', false],
  ['drop', 'before', true],
  ['drop', 'after', false],
  ['drop', 'after', true],
  ['settle', 'before', true],
  ['settle', 'after', true],
] as const)(
  'what is to be put aside, when what came after it has been told, is not told after that: lost %s, %s it is done, dying: %s',
  async ([effect, when, dies], { start }) => {
    const world = await start([aRule({ group: 0, on: ['clocked-in', 'clocking-removed'] })])
    world.slack.decide((raw) => (/Person1 Test clocked in/.test(raw) ? { status: 500 } : null))
    world.publish(came)
    await world.run(hours(2.9))
    expect(world.slack.lines()).toEqual([])
    const { state, process } = losing(world, effect, when === 'after', dies)
    world.publish(removed)
    while (!state.isLost) await world.run(utc(world.now() + 5_000), process)
    expect(world.slack.lines()).toEqual([expect.stringContaining('removed')])
    // The channel takes everything from now on.
    world.slack.decide(null)
    await world.run()
    expect(world.slack.lines()).toEqual([expect.stringContaining('removed')])
    expect(lettersIn(world).length).toBeGreaterThan(0)
    // Moved back it is told, and what came after it once more.
    for (const { body } of lettersIn(world).slice(0, 1)) world.publishAt(body, utc(world.now()))
    await world.run()
    expect(world.slack.lines().join('\n')).toMatch(/removed.*Person1 Test clocked in.*removed/s)
  },
)
