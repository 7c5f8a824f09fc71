import { expect } from 'vitest'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import type { Waiting } from '../../lib/store/deliveries/waiting.ts'
import { test } from './support/alert-test.ts'
import { anEvent, clocking, promptly, type RuleOverrides } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const came = anEvent('clocked-in', { clocking }, seen(2))
const removed = anEvent('clocking-removed', { clocking }, seen(3))
const long = anEvent('clocking-overdue', { clocking }, seen(2))
const out = anEvent('clocked-out', { clocking: { ...clocking, end: at(3) } }, seen(3))

const wasRemoved = /clocked in at.*was removed/s
const isOver = /for more than.*clocked out/s
const overdue: RuleOverrides = { on: ['clocking-overdue'] }

test.for([
  ['a removal', 'add', {}, came, removed, wasRemoved],
  ['a removal', 'note', {}, came, removed, wasRemoved],
  ['an all-clear', 'add', overdue, long, out, isOver],
  ['an all-clear', 'note', overdue, long, out, isOver],
] as const)(
  '%s is not read before its original, whose first run died as it came to %s it',
  async ([, where, rule, original, follower, lines], { start }) => {
    const world = await start(promptly(rule), at(2))
    let hasDied = false
    const die = () => {
      hasDied = true
      return Promise.reject(new Error('killed'))
    }
    const { deliveries, notifications } = world.ports
    const dying = {
      hasDied: () => hasDied,
      change: () => ({
        ...world.ports,
        deliveries: { ...deliveries, ...(where === 'add' && { add: die }) },
        notifications: { ...notifications, ...(where === 'note' && { note: die }) },
        wake: die,
      }),
    }
    world.publish(original)
    await world.run(utc(epochMs(at(2)) + 10_000), dying)
    expect(hasDied).toBe(true)
    // A minute later comes what follows on it, and another run takes that.
    world.publish(follower)
    await world.run()
    expect(textsOf(world).join('\n')).toMatch(lines)
    expect(textsOf(world)[0]).toMatch(lines)
  },
)

test('nor where one write of a batch is refused once, and nobody dies', async ({ start }) => {
  const world = await start(promptly({}), at(2))
  const { add } = world.ports.deliveries
  let isRefused = true
  const process = {
    hasDied: () => false,
    change: () => ({
      ...world.ports,
      deliveries: {
        ...world.ports.deliveries,
        // Each item of one call is a write of its own: the first is throttled, the others are not.
        add: async (destination: string, waiting: readonly Waiting[]) => {
          if (!isRefused) return add(destination, waiting)
          isRefused = false
          await add(
            destination,
            waiting.filter(({ id }) => !id.endsWith(came.id)),
          )
          // Another run has the channel looked at meanwhile, because of somebody else's event.
          const now = utc(world.now())
          world.publishAt(JSON.stringify({ wake: 'slack:office', at: now }), now)
          await world.run(utc(world.now() + 1_000))
          throw new Error('ThrottlingException')
        },
      },
    }),
  }
  world.publish({ ...came, recordedtime: at(3) })
  world.publish(removed)
  await world.run(undefined, process)
  expect(textsOf(world).join('\n')).toMatch(wasRemoved)
})
