import { expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { anId } from '../harness/builders.ts'
import { test as alertTest } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { absence, anEvent, clocking, promptly, type RuleOverrides } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
const overdue = anEvent('clocking-overdue', { clocking: long }, seen(3))
const later = '2026-11-19T18:05:00Z'
const moved = { ...long, start: later }
const startMoved = anEvent(
  'clocking-amended',
  { clocking: moved, changes: [{ field: 'start', before: long.start, after: later }] },
  seen(4),
)
const out = anEvent('clocked-out', { clocking: { ...moved, end: at(6) } }, seen(6))
const endTakenBack = anEvent(
  'clocking-amended',
  { clocking: moved, changes: [{ field: 'end', before: at(6), after: null }] },
  seen(8),
)
const movedAgain = anEvent(
  'clocking-amended',
  { clocking: long, changes: [{ field: 'start', before: later, after: long.start }] },
  seen(9),
)
const outAgain = anEvent('clocked-out', { clocking: { ...long, end: at(10) } }, seen(10))

const came = anEvent('clocked-in', { clocking: long }, seen(1))

const sentences =
  /perhaps the clock-out|clocked in at|was corrected: clock-\w+|was changed|expected back|All clear/g

/** What the channel reads of these events, each in its turn: which sentences each message has. */
const tell = async (
  world: AlertWorld,
  events: readonly AttendanceEvent[],
  from = 20,
): Promise<string[][]> => {
  const before = textsOf(world).length
  for (const [n, event] of events.entries()) {
    world.publishAt(JSON.stringify(event), at(from + n))
    await world.run(at(from + n + 1))
  }
  return textsOf(world)
    .slice(before)
    .map((text) => text.match(sentences) ?? [])
}
const test = alertTest.extend(
  'read',
  ({ start }) =>
    async (rule: RuleOverrides, ...events: AttendanceEvent[]) =>
      tell(await start(promptly(rule)), events),
)
const rule: RuleOverrides = { on: ['clocking-overdue'] }
const isOverdue = 'perhaps the clock-out'
const startCorrected = 'was corrected: clock-in'
const endCorrected = 'was corrected: clock-out'
const allClear = 'All clear'

test('an all-clear is not told again because a correction of the clock-in comes late', async ({
  read,
}) => {
  expect(await read(rule, overdue, out, startMoved)).toEqual([
    [isOverdue],
    [allClear],
    [startCorrected],
  ])
})

test('nor because a correction of an absence does', async ({ read }) => {
  const sick = { ...absence, $type: 'Sickness', end: null }
  const expected = { date: '2026-11-20', time: null }
  const late = anEvent(
    'return-overdue',
    { absence: sick, estimatedReturn: at(1), expected },
    seen(1),
  )
  const earlier = { $type: 'LocalDate' as const, date: '2026-11-19' }
  const amended = anEvent(
    'absence-amended',
    {
      absence: { ...sick, start: earlier },
      changes: [{ field: 'start', before: sick.start, after: earlier }],
    },
    seen(5),
  )
  const end = { $type: 'LocalDate' as const, date: '2026-11-20' }
  const over = anEvent('absence-ended', { absence: { ...sick, start: earlier, end } }, seen(10))
  const said = await read({ on: ['return-overdue'], show: 'category' }, late, over, amended)
  expect(said.slice(1)).toEqual([[allClear], ['was changed']])
})

test('nor because one that was refused is moved back', async ({ start }) => {
  const world = await start(promptly(rule))
  world.slack.decide((raw) => (raw.includes('was corrected') ? { status: 400 } : null))
  expect(await tell(world, [overdue, startMoved, out])).toEqual([[isOverdue], [allClear]])
  world.slack.decide(null)
  const [letter] = world.dead
  expect(await tell(world, [JSON.parse(letter?.body ?? '')], 30)).toEqual([[startCorrected]])
})

test('nor is it told before what was overdue because a correction comes late, while that lies in the dead letters', async ({
  start,
}) => {
  const world = await start(promptly(rule))
  world.slack.decide((raw) => (raw.includes(isOverdue) ? { status: 400 } : null))
  expect(await tell(world, [out, overdue, startMoved])).toEqual([[startCorrected]])
  world.slack.decide(null)
  const [letter] = world.dead
  expect(await tell(world, [JSON.parse(letter?.body ?? '')], 30)).toEqual([
    [isOverdue, startCorrected, allClear],
  ])
})

test.for([
  ['what was overdue', [out, startMoved, overdue], [[isOverdue, startCorrected, allClear]]],
  [
    'a clock-in before what was overdue',
    [out, came, overdue],
    [['clocked in at'], [isOverdue, allClear]],
  ],
  [
    'a clock-in after that',
    [overdue, out, came],
    [[isOverdue], [allClear], ['clocked in at', allClear]],
  ],
  [
    'what takes back an end before it',
    [overdue, out, movedAgain, outAgain, endTakenBack],
    [[isOverdue], [allClear], [startCorrected], [endCorrected, startCorrected, allClear]],
  ],
  [
    'a correction after which an end that was taken back is told again',
    [overdue, out, endTakenBack, movedAgain, outAgain, startMoved],
    [
      [isOverdue],
      [allClear],
      [endCorrected],
      [startCorrected],
      [allClear],
      [startCorrected, endCorrected, startCorrected, allClear],
    ],
  ],
] as const)(
  'an all-clear is the last word where %s comes late',
  async ([, events, said], { read }) => {
    const clockIns: RuleOverrides = { on: ['clocking-overdue', 'clocked-in'] }
    expect(await read(clockIns, ...events)).toEqual(said)
  },
)

test('the all-clear of a break is the last word where a correction comes late after which an end that was taken back is told again', async ({
  read,
}) => {
  const pause = { id: anId(1, 2), start: '2026-11-20T07:00:00Z', end: null }
  const withEnd = (end: string | null) => ({ ...long, breaks: [{ ...pause, end }] })
  const endChanged = (n: number, before: string, after: string | null) =>
    anEvent(
      'clocking-amended',
      {
        clocking: withEnd(after),
        changes: [{ field: `breaks.${pause.id}.end`, before, after }],
      },
      seen(n),
    )
  const back = (n: number) =>
    anEvent('break-ended', { clocking: withEnd(at(n)), break: { ...pause, end: at(n) } }, seen(n))
  const tooLong = anEvent('break-overdue', { clocking: withEnd(null), break: pause }, seen(1))
  const late = endChanged(6, at(5), at(4))
  const takenBack = endChanged(8, at(4), null)
  const said = await read({ on: ['break-overdue'] }, tooLong, back(5), takenBack, back(10), late)
  expect(said.map((each) => each.includes(allClear))).toEqual([false, true, false, true, true])
})
