import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test as alertTest } from './support/alert-test.ts'
import type { AlertWorld, Process } from './support/alert-world.ts'
import {
  absence,
  anEvent,
  aRule,
  clocking,
  promptly,
  type RuleOverrides,
} from './support/events.ts'
import { at, seen } from './support/morning.ts'

/** What the channels read of these events, each in its turn. */
const tell = async (world: AlertWorld, events: AttendanceEvent[]): Promise<string[]> => {
  for (const event of events) {
    world.publish(event)
    await world.run()
  }
  return world.slack.posts.map(({ message }) => message.text)
}
const test = alertTest.extend(
  'told',
  ({ start }) =>
    async (rules: RuleOverrides[], events: AttendanceEvent[]) =>
      tell(await start(promptly(...rules)), events),
)
const allClear = /^All clear/
const cleared = (texts: string[]) => texts.filter((text) => allClear.test(text))

const pause = { id: anId(1, 2), start: '2026-11-20T07:00:00Z', end: null }
const ended = { ...pause, end: at(5) }
const day = { ...clocking, start: '2026-11-19T18:00:00Z', breaks: [pause] }
const after = { ...day, breaks: [ended] }
const tooLong = anEvent('break-overdue', { clocking: day, break: pause }, seen(1))
const overdue = anEvent('clocking-overdue', { clocking: day }, seen(2))
const back = anEvent('break-ended', { clocking: after, break: ended }, seen(5))
const out = anEvent('clocked-out', { clocking: { ...after, end: at(30) } }, seen(30))
const breaks: RuleOverrides = { on: ['break-overdue'] }
const clockings: RuleOverrides = { on: ['clocking-overdue'] }

describe('what was overdue is settled once', () => {
  test('by the end of a break, not by the clock-out again', async ({ told }) => {
    const said = await told([breaks], [tooLong, back, out])
    expect(cleared(said)).toEqual([expect.stringContaining('came back from a break')])
    expect(said).toHaveLength(2)
  })

  const outOfBreak = anEvent('clocked-out', { clocking: { ...day, end: at(30) } }, seen(30))
  const lateEnd = anEvent(
    'break-ended',
    { clocking: { ...after, end: at(30) }, break: ended },
    seen(40),
  )

  test('by a clock-out during the break, not by the end of the break that is entered later', async ({
    told,
  }) => {
    const said = await told([breaks], [tooLong, outOfBreak, lateEnd])
    expect(cleared(said)).toEqual([expect.stringContaining('clocked out')])
    expect(said).toHaveLength(2)
  })

  test('whichever of its ends the queue delivers first, and however often', async ({ told }) => {
    const said = await told([breaks], [tooLong, lateEnd, outOfBreak, lateEnd, outOfBreak])
    expect(cleared(said)).toEqual([expect.stringContaining('came back from a break')])
    expect(said).toHaveLength(2)
  })

  test('each of two things for itself, and both by one message where one event ends both', async ({
    told,
  }) => {
    const rules = [{ ...breaks, on: [...(breaks.on ?? []), ...(clockings.on ?? [])] }]
    expect(cleared(await told(rules, [tooLong, overdue, back, out]))).toHaveLength(2)
    expect(cleared(await told(rules, [tooLong, overdue, outOfBreak, lateEnd]))).toHaveLength(1)
  })

  test('where a rule names the later end anyway, it is told as what it is', async ({ told }) => {
    const ends: RuleOverrides = { name: 'ends', on: ['break-ended'] }
    const said = await told([breaks, ends], [tooLong, outOfBreak, lateEnd])
    expect(said.at(-1)).toMatch(/^Amina O'Neill came back from a break/)
    expect(cleared(said)).toHaveLength(1)
  })
})

test('what ended before it was told as overdue is settled, though the queue repeats its end just then', async ({
  start,
}) => {
  const world = await start(promptly(clockings, { name: 'outs', on: ['clocked-out'] }))
  await tell(world, [out])
  /** It is noted who is notified of what is overdue, and nothing waits for them yet. */
  const halfway: Process = {
    change: (ports) => ({
      ...ports,
      followers: {
        ...ports.followers,
        followersOf: () => Promise.reject(new Error('The table cannot be reached')),
      },
    }),
    hasDied: () => false,
  }
  world.publish(overdue)
  await world.run(utc(world.now() + 10_000), halfway)
  world.publish(out)
  await world.run(utc(world.now() + 10_000), halfway)
  await world.run()
  const said = world.slack.posts.slice(1).map(({ message }) => message.text)
  expect(said.join().match(/All clear/g)).toHaveLength(1)
  expect(said.join()).toMatch(/All clear.*clocked out at 09:30/)
})

test('what ended before it was told as overdue is settled, though its end went out while it was put down as that', async ({
  start,
}) => {
  const outs: RuleOverrides = { name: 'outs', on: ['clocked-out'], group: 30 }
  const world = await start([...promptly(clockings), aRule(outs)])
  world.publish(out)
  await world.run(utc(epochMs(out.recordedtime) + 10_000))
  /** What waits already goes out; of what comes now it is noted what it is, and no more. */
  const failing = () => Promise.reject(new Error('The table cannot be reached'))
  const full: Process = {
    change: (ports) => ({
      ...ports,
      followers: { ...ports.followers, followersOf: failing },
      deliveries: { ...ports.deliveries, add: failing },
    }),
    hasDied: () => false,
  }
  world.publish(overdue)
  world.publish(out)
  await world.run(utc(world.now() + 60_000), full)
  const before = world.slack.posts.map(({ message }) => message.text)
  expect(before).toEqual([expect.stringMatching(/^Amina.*clocked out at 09:30/)])
  await world.run()
  const said = world.slack.posts.slice(1).map(({ message }) => message.text)
  expect(said.join().match(/All clear/g)).toHaveLength(1)
  expect(said.join()).toMatch(/All clear.*clocked out at 09:30/)
})

test('an end that went out as the all-clear is not told again as news, though a rule of today names it as the queue repeats it', async ({
  start,
}) => {
  const rules = promptly(clockings, { name: 'outs', on: ['clocked-out'] })
  const world = await start(rules.slice(0, 1))
  await tell(world, [overdue, out])
  expect(world.slack.posts).toHaveLength(2)
  expect(world.slack.posts[1]?.message.text).toMatch(/^All clear.*clocked out at 09:30/)
  world.deploy(rules)
  await tell(world, [out])
  expect(world.slack.posts).toHaveLength(2)
})

describe('what is open again and ends again is settled again', () => {
  const takenBack = (field: string, n: number) =>
    anEvent(
      'clocking-amended',
      { clocking: day, changes: [{ field, before: at(30), after: null }] },
      seen(n),
    )
  const outAgain = anEvent('clocked-out', { clocking: { ...after, end: at(50) } }, seen(50))

  test('a clock-out that was taken back', async ({ told }) => {
    const said = await told([clockings], [overdue, out, takenBack('end', 40), outAgain, outAgain])
    expect(said.map((text) => allClear.test(text))).toEqual([false, true, false, true])
  })

  test('whatever the order in which the queue delivers it', async ({ told }) => {
    const said = await told([clockings], [overdue, out, outAgain, takenBack('end', 40)])
    // What follows on one event comes in one message.
    expect(said).toHaveLength(3)
    expect(said.map((text) => /All clear/.test(text))).toEqual([false, true, true])
    expect(said[2]).toContain('clocked out at 09:50')
  })

  test('but no clocking by the end of a break', async ({ told }) => {
    const said = await told(
      [clockings],
      [overdue, out, takenBack(`breaks.${pause.id}.end`, 40), outAgain],
    )
    expect(cleared(said)).toHaveLength(1)
  })

  test('an absence whose end was taken back', async ({ told }) => {
    const sick = { ...absence, $type: 'Sickness', end: null }
    const late = anEvent(
      'return-overdue',
      { absence: sick, estimatedReturn: at(1), expected: { date: '2026-11-20', time: null } },
      seen(1),
    )
    const end = { $type: 'LocalDate' as const, date: '2026-11-20' }
    const over = (n: number) => anEvent('absence-ended', { absence: { ...sick, end } }, seen(n))
    const open = anEvent(
      'absence-amended',
      { absence: sick, changes: [{ field: 'end', before: end, after: null }] },
      seen(20),
    )
    const rules: RuleOverrides[] = [{ on: ['return-overdue'], show: 'category' }]
    const said = await told(rules, [late, over(10), over(12), open, over(30)])
    expect(said.map((text) => allClear.test(text))).toEqual([false, true, false, true])
  })
})

describe('an all-clear goes as promptly as what it settles', () => {
  const slowOuts: RuleOverrides = { name: 'outs', on: ['clocked-out'], group: 3_600 }
  /** Within how many minutes of its being published the channel reads of the clock-out. */
  const minutesUntilClear = async (world: AlertWorld): Promise<number> => {
    await tell(world, [overdue])
    const before = world.slack.posts.length
    world.publish(out)
    const from = Math.max(world.now(), Date.parse(out.recordedtime))
    for (let minutes = 1; ; minutes++) {
      await world.run(new Date(from + minutes * 60_000).toISOString())
      if (world.slack.posts.length > before) return minutes
    }
  }

  test('where a rule that gathers for longer names the clock-out', async ({ start }) => {
    expect(
      await minutesUntilClear(await start(promptly(slowOuts, { ...clockings, name: 'overdue' }))),
    ).toBe(1)
  })

  test('where two rules told that it was overdue, by the faster one', async ({ start }) => {
    const rules = [60, 600].map((group, n) => ({ ...clockings, name: `overdue-${n}`, group }))
    expect(await minutesUntilClear(await start(promptly(slowOuts, ...rules)))).toBe(2)
  })

  test('and no later where the rule that names the clock-out is the faster', async ({ start }) => {
    const slow = { ...clockings, name: 'overdue', group: 3_600 }
    expect(await minutesUntilClear(await start(promptly({ ...slowOuts, group: 0 }, slow)))).toBe(1)
  })

  test('and brings nothing with it that has time', async ({ start }) => {
    const world = await start(promptly(slowOuts, { ...clockings, name: 'overdue' }))
    await tell(world, [overdue])
    const other = { ...clocking, id: anId(9, 1) }
    world.publish(anEvent('clocked-out', { clocking: { ...other, end: at(29) } }, seen(29)))
    world.publish(out)
    await world.run('2026-11-20T09:40:00Z')
    expect(world.slack.posts).toHaveLength(2)
    expect(world.slack.posts[1]?.message.text).toMatch(allClear)
    await world.run()
    expect(world.slack.posts).toHaveLength(3)
  })
})
