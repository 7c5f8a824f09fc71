import { expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, hour, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, clocking, promptly } from './support/events.ts'
import { nine, seen, textsOf } from './support/morning.ts'

const after = (hours: number): string => utc(epochMs(nine) + hours * hour)
const came = anEvent('clocked-in', { clocking }, seen(2))
const changes = [{ field: 'start', before: clocking.start, after: '2026-11-20T08:30:00Z' }]
const amended = anEvent('clocking-amended', { clocking, changes }, seen(5))
const removed = anEvent('clocking-removed', { clocking }, seen(9))

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
