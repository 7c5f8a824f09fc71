import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { amina, anEvent, aRule, clocking, promptly } from '../support/events.ts'
import { at, later, seen } from '../support/morning.ts'
import { test } from './told.ts'

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
