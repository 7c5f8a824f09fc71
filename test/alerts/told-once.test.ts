import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { anId } from '../harness/builders.ts'
import { test as alertTest } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import {
  absence,
  anEvent,
  aRule,
  clocking,
  promptly,
  type RuleOverrides,
} from './support/events.ts'
import { at, seen } from './support/morning.ts'

/** What the office reads where batches of these events come one after the other, each in its turn. */
const tell = async (world: AlertWorld, ...batches: AttendanceEvent[][]): Promise<string[][]> => {
  for (const [n, batch] of batches.entries()) {
    for (const event of batch) world.publish(event)
    await world.run(at(10 + n))
  }
  await world.run('2026-11-20T11:00:00Z')
  expect(world.said.problems).toEqual([])
  return world.slack.posts.map(({ message }) =>
    message.text.split('\n').filter((line) => line.includes('Amina')),
  )
}
const test = alertTest.extend(
  'told',
  ({ start }) =>
    async (rules: RuleOverrides[], ...batches: AttendanceEvent[][]) =>
      tell(await start(promptly(...rules)), ...batches),
)

const came = anEvent('clocked-in', { clocking }, seen(2))
const startMoved = anEvent(
  'clocking-amended',
  { clocking, changes: [{ field: 'start', before: at(2), after: '2026-11-20T08:30:00Z' }] },
  seen(4),
)
const removed = anEvent('clocking-removed', { clocking }, seen(6))
const arrived = "Amina O'Neill clocked in at 09:02"
const corrected = "Amina O'Neill's clocking of today was corrected: clock-in 08:30 instead of 09:02"
const gone = "Amina O'Neill's clock-in at 09:02 was removed"

describe('what several rules want told in one channel', () => {
  test('is told once, at the pace of the fastest', async ({ told }) => {
    const rules = [{ name: 'slow', group: 3_600 }, { name: 'fast' }, { name: 'medium', group: 60 }]
    expect(await told(rules, [came])).toEqual([[arrived]])
  })

  test('is told in as much detail as the most of them', async ({ told }) => {
    const away = anEvent('absence-started', { absence: { ...absence, $type: 'Holiday' } }, seen(2))
    const on = ['absence-started' as const]
    const rules = [
      { name: 'all', on },
      { name: 'holidays', on, group: 60, show: 'category' as const },
    ]
    expect((await told(rules, [away])).flat()).toEqual([expect.stringMatching(/holiday/i)])
  })

  test('is told once though the rule has another name when its event is repeated', async ({
    start,
  }) => {
    const world = await start(promptly({ name: 'before' }))
    expect(await tell(world, [came])).toEqual([[arrived]])
    world.deploy([aRule({ name: 'after', group: 0 })])
    world.publish(came)
    await world.run('2026-11-20T12:00:00Z')
    expect(world.slack.posts).toHaveLength(1)
  })
})

describe('whoever heard of a correction alone', () => {
  const pause = { id: anId(1, 2), start: at(1), end: null }
  const day = { ...clocking, start: '2026-11-20T08:00:00Z', breaks: [pause] }
  const went = anEvent('break-started', { clocking: day, break: pause }, seen(3))
  const changes = [
    { field: `breaks.${pause.id}`, before: pause, after: null },
    { field: 'start', before: '2026-11-20T08:00:00Z', after: '2026-11-20T08:30:00Z' },
  ]
  const without = { ...day, start: '2026-11-20T08:30:00Z', breaks: [] }
  const amended = anEvent('clocking-amended', { clocking: without, changes }, seen(5))
  const withdrawn = anEvent('clocking-removed', { clocking: without }, seen(7))
  const breaks = { on: ['break-started' as const] }

  test('hears that its clocking was removed', async ({ told }) => {
    const said = (await told([breaks], [went], [amended], [withdrawn])).flat()
    expect(said).toHaveLength(3)
    expect(said[2]).toMatch(/removed/)
  })

  test('hears of it whichever comes first', async ({ told }) => {
    expect((await told([breaks], [withdrawn], [amended], [went])).flat()).toHaveLength(3)
    expect((await told([breaks], [withdrawn], [went], [amended])).flat()).toHaveLength(3)
    expect((await told([breaks], [amended], [withdrawn, went])).flat()).toHaveLength(3)
  })
})

describe('what follows on something that a slow rule still gathers', () => {
  const slow = { name: 'ins', group: 3_600 }
  const fast = { name: 'fixes', on: ['clocking-amended', 'clocking-removed'] as const }

  test('is told with it, after it', async ({ told }) => {
    const said = await told([slow, { ...fast, on: [...fast.on] }], [came], [startMoved], [removed])
    expect(said).toEqual([[arrived, corrected], [gone]])
  })

  test('takes nothing of another record with it', async ({ told }) => {
    const other = anEvent('clocked-in', { clocking: { ...clocking, id: anId(8, 1) } }, seen(1))
    const said = await told([slow, { ...fast, on: [...fast.on] }], [came, other], [startMoved])
    expect(said).toHaveLength(2)
    expect(said[0]).toEqual([arrived, corrected])
  })

  test('goes by no rule of other people', async ({ start }) => {
    const others: RuleOverrides = { name: 'chef', where: { jobTitles: ['Chef'] } }
    const world = await start(promptly(slow, others))
    const said = await tell(world, [came], [startMoved])
    expect(said).toEqual([[arrived, corrected]])
    expect(world.slack.posts).toHaveLength(1)
  })
})

test('who heard of the clock-out before it was overdue hears that all is clear all the same', async ({
  told,
}) => {
  const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
  const overdue = anEvent('clocking-overdue', { clocking: long }, seen(3))
  const out = anEvent('clocked-out', { clocking: { ...long, end: at(5) } }, seen(5))
  const rule = { on: ['clocking-overdue' as const, 'clocked-out' as const] }
  const plain = expect.stringMatching(/^Amina O'Neill clocked out/)
  const late = expect.stringContaining('perhaps the clock-out was forgotten')
  const clear = expect.stringContaining("All clear: Amina O'Neill clocked out")
  expect((await told([rule], [out], [overdue], [out, overdue])).flat()).toEqual([
    plain,
    late,
    clear,
  ])
  expect((await told([rule], [out, overdue], [overdue, out])).flat()).toHaveLength(2)
})

test('an end of two overdue things that waits, and is the end of the one alone so far, is told once', async ({
  told,
}) => {
  const pause = { id: anId(1, 2), start: '2026-11-20T06:00:00Z', end: null }
  const long = { ...clocking, start: '2026-11-19T18:00:00Z', breaks: [pause] }
  const overdue = anEvent('clocking-overdue', { clocking: long }, seen(2))
  const tooLong = anEvent('break-overdue', { clocking: long, break: pause }, seen(3))
  const out = anEvent('clocked-out', { clocking: { ...long, end: at(5) } }, seen(5))
  const rules: RuleOverrides[] = [
    { name: 'overdue', on: ['clocking-overdue', 'break-overdue'], group: 900 },
    { name: 'outs', on: ['clocked-out'], group: 900 },
  ]
  const said = (await told(rules, [overdue, out], [tooLong])).flat()
  expect(said.filter((line) => line.includes('All clear'))).toHaveLength(1)
})

test('each channel has an all-clear of its own, also one that hears late of what was overdue', async ({
  start,
}) => {
  const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
  const overdue = anEvent('clocking-overdue', { clocking: long }, seen(3))
  const out = anEvent('clocked-out', { clocking: { ...long, end: at(5) } }, seen(5))
  const rule = { name: 'overdue', on: ['clocking-overdue' as const], group: 0 }
  const world = await start([aRule(rule)])
  await tell(world, [overdue], [out])
  world.deploy([aRule({ ...rule, slack: ['office', 'people'] })])
  world.publish(overdue)
  await world.run()
  const clears = world.slack.posts.filter(({ message }) => message.text.includes('All clear'))
  expect(clears.map(({ path }) => path.split('/').at(-1))).toEqual(['office', 'people'])
})
