import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { anId } from '../../harness/builders.ts'
import { test as alertTest } from '../support/alert-test.ts'
import {
  absence,
  amina,
  anEvent,
  aRule,
  clocking,
  promptly,
  type RuleOverrides,
  sick,
} from '../support/events.ts'
import { at, later, seen } from '../support/morning.ts'

/** What the channels read, in order, where batches of these events come one after the other. */
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
      return world.slack.lines().filter((line) => line.includes('Amina'))
    },
)

const pause = { id: anId(1, 2), start: at(3), end: null }
const withPause = { ...clocking, breaks: [pause] }
const came = anEvent('clocked-in', { clocking }, seen(2))
const out = anEvent('clocked-out', { clocking: { ...clocking, end: at(5) } }, seen(5))
const removed = anEvent('clocking-removed', { clocking }, seen(8))
const back = anEvent(
  'clocked-in',
  { clocking },
  { ...seen(9), time: '2026-11-20T09:02:00Z', recordedtime: at(9) },
)
const removedAgain = anEvent('clocking-removed', { clocking }, seen(20))
const backAgain = anEvent('clocked-in', { clocking }, { ...seen(21), time: at(2) })

const wasRemoved = expect.stringMatching(/ was removed$/)
const isIn = expect.stringMatching(/Amina O'Neill clocked in at 09:02$/)
const isBack = expect.stringMatching(/Amina O'Neill's clock-in at 09:02 is there again$/)
const breakIsBack = expect.stringMatching(/Amina O'Neill's break at 09:03 is there again$/)

describe('a clocking that was told as removed and is back', () => {
  test('is told to whoever read that it was removed, though no rule of theirs names clock-ins', async ({
    told,
  }) => {
    expect(await told([{ on: ['clocking-removed'] }], [removed], [back])).toEqual([
      wasRemoved,
      isBack,
    ])
  })

  test('is told where the removal followed on something else', async ({ told }) => {
    const overdue = anEvent('clocking-overdue', { clocking }, seen(4))
    const rules = [{ on: ['clocking-overdue' as const] }]
    expect(await told(rules, [overdue], [removed], [back])).toEqual([
      expect.stringMatching(/perhaps the clock-out was forgotten/),
      wasRemoved,
      isBack,
    ])
  })

  test('is told each time', async ({ told }) => {
    const rules = [{ on: ['clocked-out' as const] }]
    expect(await told(rules, [out], [removed], [back], [removedAgain], [backAgain])).toEqual([
      expect.stringMatching(/clocked out at 09:05/),
      ...[wasRemoved, isBack, wasRemoved, isBack],
    ])
  })

  test('is told once to whom a rule names clock-ins besides', async ({ told }) => {
    const rules = [
      { on: ['clocked-in' as const] },
      { name: 'gone', on: ['clocking-removed' as const] },
    ]
    expect(await told(rules, [came], [removed], [back])).toEqual([isIn, wasRemoved, isBack])
  })

  test('is the last word where its removal comes later', async ({ told }) => {
    for (const on of [['clocking-removed'], ['clocked-out'], ['clocked-in']] as const) {
      const said = await told([{ on: [...on] }], [out], [came], [back], [removed])
      expect(said.slice(-2)).toEqual([wasRemoved, isBack])
    }
  })

  test('concerns nobody who did not read of the removal, nor as that of somebody else', async ({
    told,
  }) => {
    expect(await told([{ on: ['clocked-out'] }], [came], [back])).toEqual([])
    const other = { ...amina, id: anId(7), givenName: 'Amina', familyName: 'Else' }
    const moved = anEvent(
      'clocked-in',
      { employee: other, clocking: { ...clocking, employeeId: other.id } },
      seen(9),
    )
    expect(await told([{ on: ['clocking-removed'] }], [removed], [moved])).toEqual([wasRemoved])
  })

  test('is told with the removal, and after it, where that still gathers', async ({ start }) => {
    const world = await start(
      [
        aRule({ on: ['clocking-removed'], group: 3_600 }),
        aRule({ name: 'ins', on: ['clocked-in'], group: 0 }),
      ],
      at(10),
    )
    world.publish(removed)
    world.publish(back)
    await world.run(at(12))
    expect(world.slack.lines().filter((line) => line.includes('Amina'))).toEqual([
      wasRemoved,
      isBack,
    ])
  })

  test('is not left out of a list that is too long', async ({ start }) => {
    const names = (n: number) => ({
      ...amina,
      id: anId(n),
      givenName: `Person${n}`,
      familyName: 'of the Second Night Shift at the Upper Gate of the Harbour Hotel on the Hill',
    })
    const clockIn = (n: number, sequence: number, time = later(n)) =>
      anEvent(
        'clocked-in',
        {
          employee: names(n),
          clocking: { ...clocking, id: anId(n, 1), employeeId: anId(n), start: time },
        },
        { time, recordedtime: at(10), id: anId(n, sequence), sequence },
      )
    const removal = anEvent(
      'clocking-removed',
      {
        employee: names(100),
        clocking: { ...clocking, id: anId(100, 1), employeeId: anId(100), start: later(100) },
      },
      { time: at(3), id: anId(100, 8), sequence: 2 },
    )
    const world = await start(promptly({ on: ['clocking-removed', 'clocked-in'] }), at(4))
    world.publish(removal)
    await world.run(at(9))
    const crowd = Array.from({ length: 100 }, (_, n) => clockIn(n + 1, 9))
    for (const event of crowd) world.publish(event)
    await world.run()
    expect(world.slack.lines().at(-1)).toMatch(/^… and \d+ more$/)
    expect(world.slack.lines().filter((line) => line.includes('Person100 of'))).toEqual([
      wasRemoved,
      expect.stringMatching(/ is there again$/),
    ])
  })
})

describe('a break that was told as removed and is back', () => {
  const overdue = anEvent('break-overdue', { clocking: withPause, break: pause }, seen(5))
  const changes = [{ field: `breaks.${pause.id}`, before: pause, after: null }]
  const taken = anEvent('clocking-amended', { clocking, changes }, seen(6))
  const started = anEvent(
    'break-started',
    { clocking: withPause, break: pause },
    { ...seen(7), time: at(3), recordedtime: at(7) },
  )

  test('is told to whoever read so', async ({ told }) => {
    expect(await told([{ on: ['break-overdue'] }], [overdue], [taken], [started])).toEqual([
      expect.stringMatching(/has been on a break/),
      expect.stringMatching(/a break removed/),
      breakIsBack,
    ])
    expect(await told([{ on: ['clocking-amended'] }], [started], [taken])).toEqual([
      expect.stringMatching(/a break removed/),
      breakIsBack,
    ])
  })

  test('concerns nobody who read of another break, or another correction', async ({ told }) => {
    const other = { ...pause, id: anId(2, 2) }
    const went = anEvent(
      'break-started',
      { clocking: { ...clocking, breaks: [other] }, break: other },
      seen(7),
    )
    expect(await told([{ on: ['clocking-amended'] }], [taken], [went])).toHaveLength(1)
    const shortened = [{ field: `breaks.${pause.id}.end`, before: at(5), after: at(4) }]
    const amended = anEvent(
      'clocking-amended',
      { clocking: withPause, changes: shortened },
      seen(6),
    )
    expect(await told([{ on: ['clocking-amended'] }], [amended], [started])).toHaveLength(1)
  })
})

describe('an absence that was told as withdrawn and is back', () => {
  const began = anEvent('absence-started', { absence }, seen(2))
  const ended = anEvent('absence-ended', { absence }, seen(3))
  const withdrawn = anEvent('absence-withdrawn', { absence }, seen(5))
  const again = anEvent('absence-started', { absence }, seen(6))
  const wasWithdrawn = expect.stringMatching(/withdrawn/)
  const isAway = expect.stringMatching(/absence until Mon 23 Nov is there again$/)

  test('is told to whoever read so, by a rule or after something else', async ({ told }) => {
    expect(await told([{ on: ['absence-withdrawn'] }], [withdrawn], [again])).toEqual([
      wasWithdrawn,
      isAway,
    ])
    expect(
      (await told([{ on: ['absence-ended'] }], [ended], [withdrawn], [again])).slice(1),
    ).toEqual([wasWithdrawn, isAway])
    expect(await told([{ on: ['absence-ended'] }], [began], [again])).toEqual([])
  })

  test('shows no more of it than they may know', async ({ told }) => {
    const ofSickness = (show: 'opaque' | 'category'): RuleOverrides[] => [
      { on: ['absence-withdrawn'], show },
    ]
    const gone = anEvent('absence-withdrawn', { absence: sick }, seen(5))
    const sickAgain = anEvent('absence-started', { absence: sick }, seen(6))
    const opaque = await told(ofSickness('opaque'), [gone], [sickAgain])
    expect(opaque).toHaveLength(2)
    expect(opaque.join()).not.toMatch(/sick/i)
    expect((await told(ofSickness('category'), [gone], [sickAgain]))[1]).toMatch(/sick/i)
  })
})

describe('an employee who was told as having left and is back', () => {
  const employment = { start: '2024-03-01', end: null }
  const left = anEvent('employee-left', { employment }, seen(5))
  const joined = anEvent('employee-joined', { employment }, seen(6))

  test('is told to whoever read so, and to nobody else', async ({ told }) => {
    const twice = await told([{ on: ['employee-left'] }], [left], [joined])
    expect(twice).toEqual([expect.stringMatching(/left/), expect.stringMatching(/joined|new/)])
    expect(await told([{ on: ['employee-left'] }], [joined], [left])).toHaveLength(2)
    expect(await told([{ on: ['employee-changed'] }], [left], [joined])).toEqual([])
  })
})
