import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs, second, utc } from '../../../lib/attendance/moments.ts'
import { anId } from '../../harness/builders.ts'
import { test as alertTest } from '../support/alert-test.ts'
import type { Process } from '../support/alert-world.ts'
import { anEvent, aRule, clocking, promptly, type RuleOverrides } from '../support/events.ts'
import { at, seen } from '../support/morning.ts'

/** The lines of whatever a channel reads where these events are published at once. */
const test = alertTest.extend(
  'told',
  ({ start }) =>
    async (rule: RuleOverrides, ...events: AttendanceEvent[]): Promise<string[]> => {
      const world = await start([aRule({ group: 3_600, ...rule })], at(40))
      for (const event of events) world.publish(event)
      await world.run()
      return world.slack.lines().filter((line) => line.includes('Amina'))
    },
)

const over = { ...clocking, start: '2026-11-20T01:00:00Z', end: '2026-11-20T09:00:00Z' }
const of = (n: number, time: string) => ({ ...seen(n), time, recordedtime: at(n) })
const out = anEvent('clocked-out', { clocking: over }, of(1, over.end))
const removed = anEvent('clocking-removed', { clocking: over }, seen(20))
const back = anEvent('clocked-in', { clocking: over }, of(30, over.start))
const outAgain = anEvent('clocked-out', { clocking: over }, of(31, over.end))
const [isOut, isGone, isBack] = [/clocked out at 09:00/, /was removed$/, /is there again$/].map(
  (text) => expect.stringMatching(text),
)

describe('what follows on what is back', () => {
  test('stands after that in a list, where its time was earlier', async ({ told }) => {
    const on = ['clocked-in', 'clocked-out', 'clocking-removed'] as const
    expect(await told({ on: [...on] }, out, removed, back, outAgain)).toEqual([
      isOut,
      isGone,
      isBack,
      isOut,
    ])
  })

  test('likewise where that is told later than it was removed, beside something else of the same person', async ({
    start,
  }) => {
    const on = ['clocked-in', 'clocked-out', 'clocking-removed'] as const
    const world = await start([aRule({ on: [...on], group: 3_600 })], at(40))
    world.publish(removed)
    await world.run()
    const other = { ...clocking, id: anId(2, 1), end: at(25) }
    const otherOut = anEvent('clocked-out', { clocking: other }, of(25, at(25)))
    for (const event of [otherOut, back, outAgain]) world.publish(event)
    await world.run()
    expect(world.slack.lines().slice(-2)).toEqual([isBack, isOut])
  })

  test('likewise of a break', async ({ told }) => {
    const pause = { id: anId(1, 2), start: at(3), end: at(5) }
    const withPause = { ...clocking, breaks: [pause] }
    const data = { clocking: withPause, break: pause }
    const ended = (n: number) => anEvent('break-ended', data, of(n, at(5)))
    const changes = [{ field: `breaks.${pause.id}`, before: pause, after: null }]
    const taken = anEvent('clocking-amended', { clocking, changes }, seen(10))
    const begun = anEvent('break-started', data, of(11, at(3)))
    const on = ['break-started', 'break-ended'] as const
    expect(await told({ on: [...on] }, ended(6), taken, begun, ended(12))).toEqual([
      expect.stringMatching(/came back from a break at 09:05/),
      expect.stringMatching(/a break removed/),
      expect.stringMatching(/break from 09:03 to 09:05 is there again$/),
      expect.stringMatching(/came back from a break at 09:05/),
    ])
  })

  test('also that it is overdue again', async ({ told }) => {
    const open = { ...over, end: null }
    const overdue = (n: number) => anEvent('clocking-overdue', { clocking: open }, of(n, at(0)))
    const gone = anEvent('clocking-removed', { clocking: open }, seen(20))
    const isOpen = anEvent('clocked-in', { clocking: open }, of(30, open.start))
    const lines = await told({ on: ['clocking-overdue'] }, overdue(1), gone, isOpen, overdue(35))
    expect(lines.slice(1)).toEqual([isGone, isBack, expect.stringMatching(/for more than/)])
  })
})

describe('an end that is taken back, and entered again', () => {
  const open = { ...over, end: null }
  const takenBack = (field: string, before: string) =>
    anEvent(
      'clocking-amended',
      { clocking: open, changes: [{ field, before, after: null }] },
      seen(20),
    )

  test('stands after that in a list', async ({ told }) => {
    const taken = takenBack('end', over.end)
    expect(await told({ on: ['clocked-out'] }, out, taken, outAgain)).toEqual([
      isOut,
      expect.stringMatching(/taken back$/),
      isOut,
    ])
  })

  test('likewise that of a break', async ({ told }) => {
    const pause = { id: anId(1, 2), start: at(3), end: at(5) }
    const ended = (n: number) =>
      anEvent('break-ended', { clocking: open, break: pause }, of(n, at(5)))
    const taken = takenBack(`breaks.${pause.id}.end`, at(5))
    expect(await told({ on: ['break-ended'] }, ended(6), taken, ended(21))).toEqual([
      expect.stringMatching(/came back from a break/),
      expect.stringMatching(/taken back$/),
      expect.stringMatching(/came back from a break/),
    ])
  })
})

describe('that a clocking is back', () => {
  test('says until when it was, and is news, however long ago it began', async ({ start }) => {
    const old = { ...clocking, start: '2026-11-17T01:00:00Z', end: '2026-11-17T09:00:00Z' }
    const world = await start(promptly({ on: ['clocking-removed'] }), at(10))
    world.publish(anEvent('clocking-removed', { clocking: old }, seen(8)))
    await world.run()
    world.publish(anEvent('clocked-in', { clocking: old }, of(9, old.start)))
    await world.run()
    expect(world.slack.posts.at(-1)?.message.text).toBe(
      "Amina O'Neill's clocking from Tue 17 Nov, 01:00 to 09:00 is there again",
    )
  })

  test('goes by the pace of a rule that it may follow on, where none named what it follows on', async ({
    start,
  }) => {
    const pause = { id: anId(1, 2), start: at(3), end: null }
    const withPause = { ...clocking, breaks: [pause] }
    const world = await start([aRule({ on: ['break-overdue'], group: 3_600 })], at(10))
    world.publish(anEvent('break-overdue', { clocking: withPause, break: pause }, seen(5)))
    await world.run('2026-11-20T10:30:00Z')
    const late = { time: '2026-11-20T10:31:00Z', id: anId(31, 9), sequence: 31 }
    world.publish(anEvent('clocking-removed', { clocking: withPause }, late))
    const { start: time } = clocking
    const later = { time, recordedtime: '2026-11-20T10:40:00Z', id: anId(40, 9), sequence: 40 }
    world.publish(anEvent('clocked-in', { clocking: withPause }, later))
    await world.run('2026-11-20T11:00:00Z')
    expect(world.slack.posts).toHaveLength(1)
    await world.run()
    expect(world.slack.lines().slice(-2)).toEqual([isGone, isBack])
  })

  test.for(['is refused', 'is all that a run comes to'] as const)(
    'is not read before the removal that gathers where its mark %s',
    async (how, { start }) => {
      const world = await start([aRule({})], at(1))
      world.publish(anEvent('clocked-in', { clocking }, seen(2)))
      await world.run(at(10))
      world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
      await world.run(utc(epochMs(at(20)) + 30 * second))
      world.publish(anEvent('clocked-in', { clocking }, of(21, clocking.start)))
      let [failed, hasDied] = [0, false]
      const process: Process = {
        hasDied: () => hasDied,
        change: (ports) => ({
          ...ports,
          deliveries: {
            ...ports.deliveries,
            add: async (destination, waiting) => {
              if (hasDied || (failed === 0 && waiting.some((each) => each.isBack))) {
                failed += 1
                hasDied = how !== 'is refused'
                throw new Error('throttled')
              }
              return ports.deliveries.add(destination, waiting)
            },
          },
        }),
      }
      await world.run(utc(epochMs(at(21)) + 8 * second), process)
      expect(failed).toBeGreaterThan(0)
      await world.run()
      expect(world.slack.lines().at(-1)).toMatch(/clocked in at 09:02$|is there again$/)
    },
  )
})
