import { expect } from 'vitest'
import { utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, clocking, promptly } from './support/events.ts'
import { failAt, failMailAbout, hours } from './support/failing.ts'
import { at, seen, textsOf } from './support/morning.ts'

const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
const overdue = anEvent('clocking-overdue', { clocking: long }, seen(3))
const out = anEvent('clocked-out', { clocking: { ...long, end: at(6) } }, seen(6))
// The clock-out says by which clock it was, and what was overdue does not.
const amended = anEvent(
  'clocking-amended',
  {
    clocking: { ...long, end: at(6), endTimeZone: 'Europe/Paris' },
    changes: [{ field: 'endTimeZone', before: long.endTimeZone, after: 'Europe/Paris' }],
  },
  seen(8),
)

/** What everybody reads of Amina, in order. */
const read = (world: AlertWorld): string[] =>
  [...textsOf(world), ...world.mails.map(({ body }) => body)].filter((text) => /Amina/.test(text))

const channel = { slack: ['office'] }
const audience = { slack: [], email: ['managers'] }

test.for([
  { where: 'a channel that refuses', to: channel, status: 400, kind: 'refused' },
  { where: 'a channel that fails for hours at', to: channel, status: 500, kind: 'failed' },
  { where: 'an audience that refuses', to: audience, status: 400, kind: 'refused' },
  { where: 'an audience that fails for hours at', to: audience, status: 500, kind: 'failed' },
] as const)(
  '$where an all-clear is not told what corrects that alone, however often it is moved back, and after it at last',
  async ({ to, status, kind }, { start }) => {
    const world = await start(promptly({ on: ['clocking-overdue', 'clocked-in'], ...to }))
    world.publish(overdue)
    world.publishAt(JSON.stringify(amended), at(8))
    await world.run(at(10))
    expect(read(world)).toHaveLength(1)
    failAt(world, status, /clocked out/)
    const { email } = world.ports.outlets
    failMailAbout(world, 'clocked out', { kind, reason: 'no' })
    world.publishAt(JSON.stringify(out), at(12))
    for (const from of [0, 4, 8]) {
      for (const { body } of world.dead.splice(0)) world.publishAt(body, hours(from))
      for (let n = 1; n < 16; n++) world.publish(aClockIn(20 * (from + 1) + n, hours(from + n / 5)))
      await world.run(hours(from + 4))
      expect(world.dead).not.toEqual([])
      expect(read(world)).toHaveLength(1)
    }
    world.slack.decide(null)
    world.ports.outlets.email = email
    for (const { body } of world.dead.splice(0)) world.publishAt(body, utc(world.now()))
    await world.run()
    expect(read(world)).toHaveLength(2)
    expect(read(world)[1]).toMatch(/All clear(.|\n)*was corrected/)
  },
)

test.for([
  ['the clock-out', [out, amended, overdue]],
  ['its correction', [amended, out, overdue]],
] as const)(
  'what corrects an all-clear that is refused is not told alone where what was overdue comes last, and %s first',
  async ([, events], { start }) => {
    const world = await start(promptly({ on: ['clocking-overdue'] }))
    failAt(world, 400, /clocked out/)
    for (const [n, event] of events.entries()) {
      world.publishAt(JSON.stringify(event), at(10 + n))
      await world.run(at(11 + n))
    }
    await world.run(at(20))
    expect(read(world)).toEqual([expect.stringMatching(/perhaps the clock-out was forgotten/)])
    world.slack.decide(null)
    for (const { body } of world.dead.splice(0)) world.publishAt(body, at(21))
    await world.run()
    expect(read(world)).toHaveLength(2)
    expect(read(world)[1]).toMatch(/All clear(.|\n)*was corrected/)
  },
)
