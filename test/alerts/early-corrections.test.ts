import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { anId } from '../harness/builders.ts'
import { test as alertTest } from './support/alert-test.ts'
import { absence, anEvent, clocking, promptly, type RuleOverrides } from './support/events.ts'
import { at, seen } from './support/morning.ts'

const amended = (field: string, before: string, after: string, n: number) =>
  anEvent('clocking-amended', { clocking, changes: [{ field, before, after }] }, seen(n))

const came = anEvent('clocked-in', { clocking }, seen(2))
const moved = amended('start', '2026-11-20T09:02:00Z', '2026-11-20T08:30:00Z', 5)
const removed = anEvent('clocking-removed', { clocking }, seen(9))
const arrived = "office: Amina O'Neill clocked in at 09:02"
const corrected =
  "office: Amina O'Neill's clocking of today was corrected: clock-in 08:30 instead of 09:02"
const gone = "office: Amina O'Neill's clock-in at 09:02 was removed"

/** What the channels read where batches of these events come one after the other. */
const test = alertTest.extend(
  'told',
  ({ start }) =>
    async (rules: RuleOverrides[], ...batches: AttendanceEvent[][]): Promise<string[]> => {
      const world = await start(promptly(...rules), at(10))
      for (const batch of batches) {
        for (const event of batch) world.publish(event)
        await world.run()
      }
      expect(world.said.problems).toEqual([])
      return world.slack.posts.flatMap(({ path, message }) =>
        message.text
          .split('\n')
          .filter((line) => line.includes('Amina'))
          .map((line) => `${path.split('/').at(-1)}: ${line.replace(/^[^A-Z]*/, '')}`),
      )
    },
)

const orders = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((first, n) => orders(all.toSpliced(n, 1)).map((rest) => [first, ...rest]))

describe('a correction that comes before its original', () => {
  test('is told when the original comes, in a batch of its own', async ({ told }) => {
    expect(await told([{}], [moved], [came])).toEqual([arrived, corrected])
  })

  test('is told whatever the order in which a queue delivers them, and is the last word', async ({
    told,
  }) => {
    for (const order of orders([came, moved, removed])) {
      const said = await told([{}], ...order.map((event) => [event]))
      expect(new Set(said)).toEqual(new Set([gone, corrected, arrived]))
      expect(said.at(-1)).toBe(gone)
      // Whoever has read that it was removed reads that once more, after the correction that comes late.
      const isReadAgain = order.at(-1) === moved
      expect(said).toHaveLength(isReadAgain ? 4 : 3)
    }
  })

  test('is told once, however often either is delivered', async ({ told }) => {
    const said = await told([{}], [moved, moved], [came, moved], [came], [moved], [moved, came])
    expect(said).toEqual([arrived, corrected])
  })

  test('is told again, after it, to those whose rules name both and who have read it first', async ({
    told,
  }) => {
    const rules: RuleOverrides[] = [
      {},
      { name: 'fixes', on: ['clocking-amended'], slack: ['office'] },
    ]
    const both = [corrected, arrived, corrected]
    expect(await told(rules, [moved], [came], [came, moved])).toEqual(both)
  })

  test('concerns nobody who is not told the original', async ({ told }) => {
    const nurses: RuleOverrides = { slack: ['wards'], where: { jobTitles: ['Cook'] } }
    const outs: RuleOverrides = { name: 'outs', slack: ['yard'], on: ['clocked-out'] }
    expect(await told([{ name: 'ins' }, nurses, outs], [moved], [came])).toEqual([
      arrived,
      corrected,
    ])
  })

  test('and came before it was told, too, corrects nothing that was told later', async ({
    told,
  }) => {
    const again = anEvent('clocked-in', { clocking }, seen(7))
    expect(await told([{}], [moved], [again])).toHaveLength(1)
  })

  test('is of no use to what is told of another record', async ({ told }) => {
    const other = anEvent('clocked-in', { clocking: { ...clocking, id: anId(8, 1) } }, seen(2))
    expect(await told([{}], [moved], [other])).toEqual([arrived])
  })

  test('of a break is found by the clocking that it is part of', async ({ told }) => {
    const pause = { id: anId(1, 2), start: at(1), end: null }
    const day = { ...clocking, start: '2026-11-20T08:00:00Z', breaks: [pause] }
    const went = anEvent('break-started', { clocking: day, break: pause }, seen(3))
    const withdrawn = anEvent('clocking-removed', { clocking: day }, seen(9))
    expect(await told([{ on: ['break-started'] }], [withdrawn], [went])).toHaveLength(2)
    const ended = amended(`breaks.${pause.id}.start`, at(1), at(2), 5)
    expect(await told([{ on: ['break-started'] }], [ended], [went])).toHaveLength(2)
    const another = amended(`breaks.${anId(7, 2)}.start`, at(1), at(2), 5)
    expect(await told([{ on: ['break-started'] }], [another], [went])).toHaveLength(1)
  })

  test('of an absence tells no more than the route may know', async ({ told }) => {
    const sick = { ...absence, $type: 'Sickness' }
    const end = { $type: 'LocalDate' as const, date: '2026-11-25' }
    const changes = [
      { field: 'end', before: absence.end, after: end },
      { field: '$type', before: 'Holiday', after: 'Sickness' },
    ]
    const longer = anEvent('absence-amended', { absence: { ...sick, end }, changes }, seen(4))
    const ill = anEvent('absence-started', { absence: sick }, seen(3))
    expect(await told([{ on: ['absence-started'] }], [longer], [ill])).toEqual([
      "office: Amina O'Neill is away until Mon 23 Nov",
      "office: Amina O'Neill's absence was changed: end Wed 25 Nov instead of Mon 23 Nov",
    ])
  })
})

test('what settles something overdue before that is told puts an end to it all the same', async ({
  told,
}) => {
  const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
  const overdue = anEvent('clocking-overdue', { clocking: long }, seen(3))
  const out = anEvent('clocked-out', { clocking: { ...long, end: at(5) } }, seen(5))
  expect(await told([{ on: ['clocking-overdue'] }], [out], [overdue])).toEqual([
    expect.stringContaining('perhaps the clock-out was forgotten'),
    expect.stringContaining("All clear: Amina O'Neill clocked out"),
  ])
})
