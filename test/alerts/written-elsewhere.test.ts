import { expect } from 'vitest'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld, Process } from './support/alert-world.ts'
import { anEvent, clocking, promptly } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const rules = promptly({ name: 'ill', slack: ['ill'] }, { name: 'well', slack: ['well'] })
const came = anEvent('clocked-in', { clocking }, seen(2))
const removed = anEvent('clocking-removed', { clocking }, seen(4))
const told = (world: AlertWorld, channel: string) =>
  textsOf(world).filter((text) => text.startsWith(`${channel}: `))

/** The function, while some of what is written for one channel cannot be. */
const withIll = (world: AlertWorld, what: 'waiting' | 'notifications' | 'ends') => {
  const state = { isIll: true }
  const { deliveries, notifications } = world.ports
  const refuse = () => Promise.reject(new Error('InternalServerError'))
  const process: Process = {
    hasDied: () => false,
    change: (ports) => ({
      ...ports,
      deliveries: {
        ...deliveries,
        add: (destination, waiting) =>
          state.isIll && what === 'waiting' && destination === 'slack:ill'
            ? refuse()
            : deliveries.add(destination, waiting),
      },
      notifications: {
        ...notifications,
        note: (all) =>
          state.isIll &&
          what === 'notifications' &&
          all.some(({ destination }) => destination === 'slack:ill')
            ? refuse()
            : notifications.note(all),
        clear: (record, destination, ...rest) =>
          state.isIll && what === 'ends' && destination === 'slack:ill'
            ? refuse()
            : notifications.clear(record, destination, ...rest),
      },
    }),
  }
  return { process, state }
}

test.for([
  ['waiting', 'from the first'],
  ['notifications', 'from the first'],
  ['notifications', 'from the correction on'],
] as const)(
  'what corrects something reaches one channel while the %s of another cannot be written, %s, and that one once they can',
  async ([what, from], { start }) => {
    const world = await start(rules, at(2))
    const { process, state } = withIll(world, what)
    state.isIll = from === 'from the first'
    world.publish(came)
    await world.run(utc(epochMs(at(3))), process)
    state.isIll = true
    world.publish(removed)
    await world.run(utc(epochMs(at(10))), process)
    expect(told(world, 'well')).toEqual([
      expect.stringContaining('clocked in'),
      expect.stringContaining('was removed'),
    ])
    // The events come back for the other channel.
    state.isIll = false
    await world.run(undefined, process)
    expect(told(world, 'well')).toHaveLength(2)
    expect(told(world, 'ill').join('\n')).toMatch(/clocked in at.*was removed/s)
    expect(world.dead).toEqual([])
  },
)

test('what is not kept waiting for a channel is not noted as notified there', async ({ start }) => {
  const world = await start(rules, at(2))
  const { process, state } = withIll(world, 'waiting')
  world.publish(came)
  await world.run(utc(epochMs(at(3))), process)
  const notified = await world.ports.notifications.whoWasNotified(clocking.id)
  const where = notified.flatMap(({ who }) => (who.kind === 'destination' ? who.destination : []))
  expect(where).toEqual(['slack:well'])
  state.isIll = false
  await world.run(undefined, process)
  expect(told(world, 'ill')).toHaveLength(1)
})

const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
const overdue = anEvent('clocking-overdue', { clocking: long }, seen(3))
const out = anEvent('clocked-out', { clocking: { ...long, end: at(5) } }, seen(5))
const overdueRules = promptly(
  { name: 'ill', slack: ['ill'], on: ['clocking-overdue'] },
  { name: 'well', slack: ['well'], on: ['clocking-overdue'] },
)

test.for([
  ['after', [overdue, out]],
  ['before', [out, overdue]],
] as const)(
  'what settles something, and comes %s it, reaches one channel while it cannot be put down for another, and that one once it can',
  async ([, events], { start }) => {
    const world = await start(overdueRules, at(6))
    const { process, state } = withIll(world, 'ends')
    for (const event of events) {
      world.publish(event)
      await world.run(utc(world.now() + 20_000), process)
    }
    await world.run(at(9), process)
    expect(told(world, 'well').join('\n')).toMatch(/perhaps the clock-out(.|\n)*All clear/)
    expect(told(world, 'ill').join('\n')).not.toMatch(/All clear/)
    const before = told(world, 'well')
    state.isIll = false
    await world.run(undefined, process)
    expect(told(world, 'well')).toEqual(before)
    expect(told(world, 'ill').join('\n')).toMatch(/perhaps the clock-out(.|\n)*All clear/)
    expect(world.dead).toEqual([])
  },
)

test.for(['notifications', 'ends'] as const)(
  'what was put aside for one channel is told once it is moved back, while the %s of another cannot be written',
  async (what, { start }) => {
    const world = await start(overdueRules, at(6))
    world.publish(overdue)
    world.slack.decide((raw) => (/forgotten/.test(raw) ? { status: 400 } : null))
    await world.run(at(7))
    world.slack.decide(null)
    world.publish(out)
    await world.run(at(8))
    const before = told(world, 'well').length
    const { process } = withIll(world, what)
    const [letter] = world.dead.filter(({ body }) => body.includes('slack:well'))
    world.publishAt(letter?.body ?? '', at(10))
    await world.run(at(20), process)
    expect(told(world, 'well').slice(before).join('\n')).toMatch(
      /perhaps the clock-out(.|\n)*All clear/,
    )
  },
)
