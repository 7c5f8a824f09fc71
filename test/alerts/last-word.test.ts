import { expect } from 'vitest'
import { onceMoreAfter } from '../../lib/alerts/receiving/collect.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, clocking, promptly } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const came = anEvent('clocked-in', { clocking }, seen(2))
const removed = anEvent('clocking-removed', { clocking }, seen(20))

/** A run that takes what the queue has, keeps it waiting, and dies before it knows whom else that concerns. */
const dieAfterKeeping = async (world: AlertWorld): Promise<void> => {
  let hasDied = false
  const { remember } = world.ports.followers
  await world.run(utc(world.now() + 10_000), {
    hasDied: () => hasDied,
    change: () => ({
      ...world.ports,
      followers: {
        ...world.ports.followers,
        remember: (...args) => (hasDied ? Promise.reject(new Error('killed')) : remember(...args)),
      },
      notifications: {
        ...world.ports.notifications,
        note: () => {
          hasDied = true
          return Promise.reject(new Error('killed'))
        },
      },
    }),
  })
  expect(hasDied).toBe(true)
}

test('what is told after a run that died, before the queue gives out its event again, is not the last word', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocking-removed'] }))
  world.publish(removed)
  await world.run(at(25))
  world.publish(came)
  await dieAfterKeeping(world)
  world.publish(aClockIn(7, at(25)))
  world.publish(removed)
  // The queue gives it out again after two minutes: nobody is left with that for longer.
  await world.run(utc(world.now() + 180_000))
  expect(textsOf(world).join('\n')).toMatch(/Amina O'Neill clocked in at.*removed/s)
})

test('nor is what comes after what took it back, whose run died once that waited, and was told', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocking-removed'] }), at(20))
  world.publish(removed)
  await dieAfterKeeping(world)
  world.publish(aClockIn(7, at(20)))
  await world.run(utc(world.now() + 20_000))
  expect(textsOf(world).join('\n')).toMatch(/Amina O'Neill.*removed/s)
  world.publish(came)
  await world.run()
  expect(textsOf(world).join('\n')).toMatch(/Amina O'Neill clocked in at.*removed/s)
})

test('nor is a correction that was refused when it was told once more, and is moved back after the removal', async ({
  start,
}) => {
  const world = await start(promptly({}), at(5))
  const changes = [{ field: 'start', before: clocking.start, after: at(0) }]
  const moved = anEvent('clocking-amended', { clocking, changes }, seen(5))
  let isRefusing = true
  world.slack.decide((raw) =>
    isRefusing && raw.includes('was corrected') ? { status: 400 } : null,
  )
  world.publishAt(JSON.stringify(moved), at(5))
  await world.run(at(6))
  world.publishAt(JSON.stringify(came), at(6))
  await world.run(at(10))
  world.publish(removed)
  await world.run(at(25))
  isRefusing = false
  world.publishAt(world.dead[0]?.body ?? '', at(30))
  await world.run()
  expect(textsOf(world)).toHaveLength(3)
  expect(textsOf(world).at(-1)).toMatch(/was corrected.*was removed/s)
})

test('an all-clear that waits while its end has been told, and corrected, is told with that correction', async ({
  start,
}) => {
  const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
  const out = anEvent('clocked-out', { clocking: { ...long, end: at(8) } }, seen(20))
  const changes = [{ field: 'end', before: at(8), after: at(5) }]
  const over = { ...long, end: at(5) }
  const amended = anEvent('clocking-amended', { clocking: over, changes }, seen(21))
  const world = await start(promptly({ on: ['clocked-out', 'clocking-amended'] }))
  world.publish(out)
  world.publish(amended)
  await world.run(at(22))
  const idOf = ({ recordedtime, id }: AttendanceEvent) => `${recordedtime}##${id}`
  const waiting = (event: AttendanceEvent) => ({
    rule: '',
    dueAt: at(22),
    event: JSON.stringify(event),
  })
  await world.ports.deliveries.add('slack:office', [
    { ...waiting(out), id: `${idOf(out)}#all-clear`, as: 'all-clear' },
    { ...waiting(amended), id: `${idOf(amended)}#once-more#20`, after: idOf(out) },
  ])
  world.publishAt(JSON.stringify({ wake: 'slack:office', at: at(23) }), at(23))
  await world.run()
  expect(textsOf(world)).toHaveLength(3)
  expect(textsOf(world).at(-1)).toMatch(/All clear.*was corrected/s)
})

test('nor is what comes while what is told once more after it is on its way', async ({ start }) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocking-removed'] }))
  world.slack.decide(() => ({ status: 400 }))
  world.publish(removed)
  await world.run(at(22))
  world.slack.decide(null)
  // As after a run that kept what it was to bring about of something, which the channel refused meanwhile.
  const addition = {
    destination: 'slack:office',
    show: 'full' as const,
    waiting: {
      id: `${removed.recordedtime}##${removed.id}`,
      rule: '',
      dueAt: at(22),
      event: JSON.stringify(removed),
    },
  }
  const { waiting } = onceMoreAfter(came, addition, came, world.now())
  await world.ports.deliveries.add('slack:office', [waiting])
  const { slack } = world.ports.outlets
  let isFirst = true
  world.ports.outlets.slack = {
    ...slack,
    send: async (...args) => {
      if (isFirst) {
        isFirst = false
        world.publishAt(JSON.stringify(came), at(23))
        await world.run(at(24))
      }
      return slack.send(...args)
    },
  }
  world.publishAt(JSON.stringify({ wake: 'slack:office', at: at(23) }), at(23))
  await world.run()
  expect(textsOf(world)).toHaveLength(2)
  expect(textsOf(world).at(-1)).toMatch(/clocked in at.*removed/s)
})

/** A clocking that was corrected before it ended, and removed after that. */
const corrected = anEvent(
  'clocking-amended',
  { clocking, changes: [{ field: 'start', before: at(0), after: clocking.start }] },
  seen(5),
)
const left = anEvent('clocked-out', { clocking: { ...clocking, end: at(8) } }, seen(8))

test('nor is a correction that nobody was told of while the run of its original had died, and that comes after the removal', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocked-out'] }), at(20))
  world.publish(came)
  await dieAfterKeeping(world)
  for (const event of [aClockIn(7, at(20)), left, removed, corrected]) {
    world.publish(event)
    await world.run(utc(world.now() + 10_000))
  }
  expect(textsOf(world).join('\n')).toMatch(/clocked in at(.|\n)*was removed/)
  expect(textsOf(world).join('\n')).not.toMatch(/was corrected/)
  await world.run()
  expect(textsOf(world).at(-1)).toMatch(/was corrected(.|\n)*was removed/)
})

test('nor does anybody read of corrections whose original was put aside when it came after them', async ({
  start,
}) => {
  const world = await start(promptly({}), at(20))
  for (const event of [corrected, removed]) world.publish(event)
  await world.run(at(22))
  world.slack.decide((raw) => (raw.includes('clocked in') ? { status: 400 } : null))
  world.publish(came)
  await world.run(at(25))
  expect(textsOf(world)).toEqual([])
  world.slack.decide(null)
  world.publishAt(world.dead[0]?.body ?? '', at(30))
  await world.run()
  expect(textsOf(world).at(-1)).toMatch(/clocked in at(.|\n)*was corrected(.|\n)*was removed/)
})
