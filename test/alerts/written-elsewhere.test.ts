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
const withIll = (world: AlertWorld, what: 'waiting' | 'notifications') => {
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
