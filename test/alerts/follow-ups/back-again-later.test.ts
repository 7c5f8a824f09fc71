import { describe, expect } from 'vitest'
import { originalsAmong } from '../../../lib/alerts/follow-ups/originals.ts'
import type { AttendanceEvent, EventName } from '../../../lib/attendance/events/events.ts'
import { anId } from '../../harness/builders.ts'
import { test as alertTest } from '../support/alert-test.ts'
import {
  absence,
  amina,
  anEvent,
  clocking,
  promptly,
  type RuleOverrides,
} from '../support/events.ts'
import { at, seen, textsOf } from '../support/morning.ts'

type Step = AttendanceEvent | { deploy: RuleOverrides[] }

/** What the channels read, in order, where these events come one after the other, and other rules between them. */
const test = alertTest.extend(
  'told',
  ({ start }) =>
    async (rules: RuleOverrides[], ...steps: Step[]): Promise<string[]> => {
      const world = await start(promptly(...rules), at(10))
      for (const step of steps) {
        if ('deploy' in step) world.deploy(promptly(...step.deploy))
        else {
          world.publish(step)
          await world.run()
        }
      }
      expect(world.said.problems).toEqual([])
      return textsOf(world)
    },
)

const early = { recordedtime: at(9), ...seen(9) }
const came = anEvent('clocked-in', { clocking }, seen(2))
const removed = anEvent('clocking-removed', { clocking }, seen(8))
const back = anEvent('clocked-in', { clocking }, { ...early, time: clocking.start })
const amended = anEvent(
  'clocking-amended',
  {
    clocking: { ...clocking, start: at(0) },
    changes: [{ field: 'start', before: clocking.start, after: at(0) }],
  },
  seen(12),
)
const withdrawn = anEvent('absence-withdrawn', { absence }, seen(8))
const again = anEvent('absence-started', { absence }, seen(9))
const end = { $type: 'LocalDate' as const, date: '2026-11-25' }
const longer = anEvent(
  'absence-amended',
  { absence: { ...absence, end }, changes: [{ field: 'end', before: absence.end, after: end }] },
  seen(12),
)
const employment = { start: '2024-03-01', end: null }
const left = anEvent('employee-left', { employment }, seen(8))
const joined = anEvent('employee-joined', { employment }, seen(9))
const atTwenty = { time: '2026-11-20T13:20:00Z', id: anId(20, 9), sequence: 20 }
const goneAgain = {
  clocking: anEvent('clocking-removed', { clocking }, atTwenty),
  absence: anEvent('absence-withdrawn', { absence }, atTwenty),
  employee: anEvent('employee-left', { employment }, atTwenty),
}
const gone = expect.stringMatching(/was (removed|withdrawn)$|has left$/)
const isThere = expect.stringMatching(/is there again$|has joined$/)

/** The rules that name what is gone alone, that it is, that it is back, and that it is gone again. */
const kinds: [EventName, AttendanceEvent, AttendanceEvent, AttendanceEvent][] = [
  ['clocking-removed', removed, back, goneAgain.clocking],
  ['absence-withdrawn', withdrawn, again, goneAgain.absence],
  ['employee-left', left, joined, goneAgain.employee],
]

describe.each(kinds)(
  'whoever reads of %s, and that it is back',
  (on, isGone, isBack, isGoneAgain) => {
    test('reads that it is gone again, also at an hour that their rule does not name', async ({
      told,
    }) => {
      const where = { hours: { from: '06:00', to: '12:00' } }
      expect(await told([{ on: [on], where }], isGone, isBack, isGoneAgain)).toEqual([
        gone,
        isThere,
        gone,
      ])
    })

    test('reads last that it is gone where its return comes late', async ({ told }) => {
      for (const rules of [[on], [on, isBack.type.slice('attendance.'.length) as EventName]])
        expect((await told([{ on: rules }], isGone, isGoneAgain, isBack)).at(-1)).toEqual(gone)
    })

    test('reads last that it is gone where its return is refused, and moved back', async ({
      start,
    }) => {
      const world = await start(promptly({ on: [on] }), at(10))
      const refusesReturn = (raw: string) =>
        /is there again|has joined/.test(raw) ? { status: 400 } : null
      world.slack.decide(refusesReturn)
      for (const event of [isGone, isBack, isGoneAgain]) {
        world.publish(event)
        await world.run()
      }
      world.slack.decide(null)
      expect(world.dead).not.toEqual([])
      for (const { body } of world.dead.splice(0)) world.publishAt(body, '2026-11-20T15:00:00Z')
      await world.run()
      expect(world.slack.lines()).toContainEqual(isThere)
      expect(world.slack.lines().at(-1)).toEqual(gone)
    })
  },
)

test('who left, is back and left again is told so together, where all of it waits', () => {
  const [isBack, isGone] = [joined, goneAgain.employee].map((shown) => ({ shown }))
  const originalsOf = originalsAmong([isGone, isBack].filter((each) => each !== undefined))
  expect(isGone && originalsOf(isGone)).toEqual([isBack])
  expect(isBack && originalsOf(isBack)).toEqual([])
})

describe('of what is back', () => {
  test('whatever is corrected is told', async ({ told }) => {
    expect(await told([{ on: ['clocking-removed'] }], removed, back, amended)).toEqual([
      gone,
      isThere,
      expect.stringMatching(/was corrected: clock-in 09:00/),
    ])
    expect(await told([{ on: ['absence-withdrawn'] }], withdrawn, again, longer)).toEqual([
      gone,
      isThere,
      expect.stringMatching(/end Wed 25 Nov/),
    ])
  })

  test('an end that was told with it, and no other, is corrected as well', async ({ told }) => {
    const over = { ...clocking, end: at(7) }
    const isOver = anEvent('clocked-in', { clocking: over }, { ...early, time: clocking.start })
    const moved = anEvent(
      'clocking-amended',
      { clocking: over, changes: [{ field: 'end', before: at(7), after: at(6) }] },
      seen(12),
    )
    const rules = [{ on: ['clocking-removed' as const] }]
    expect(await told(rules, removed, isOver, moved)).toHaveLength(3)
    expect(await told(rules, removed, back, moved)).toHaveLength(2)
  })
})

describe('after a release by which another channel is told something else of the same', () => {
  const elsewhere: RuleOverrides = { name: 'other', slack: ['yard'] }
  const ofClockings: EventName[] = [
    ...(['clocked-in', 'clocked-out', 'break-started', 'break-ended'] as const),
    ...(['clocking-amended', 'clocking-removed', 'clocking-overdue', 'break-overdue'] as const),
  ]
  const ofAbsences: EventName[] = ['absence-ended', 'absence-amended', 'absence-withdrawn']
  const atOffice = (texts: string[]): string[] => texts.filter((text) => text.startsWith('office'))

  test('whoever read before reads that it is gone, or back', async ({ told }) => {
    const deploy = (on: EventName) => ({ deploy: [{ ...elsewhere, on: [on] }] })
    for (const on of ofClockings) {
      expect(atOffice(await told([{}], came, deploy(on), removed)), on).toHaveLength(2)
      const rules = [{ on: ['clocking-removed' as const] }]
      expect(atOffice(await told(rules, removed, deploy(on), back)), on).toEqual([gone, isThere])
    }
    for (const on of ofAbsences) {
      const started = anEvent('absence-started', { absence }, seen(2))
      const rules = [{ on: ['absence-started' as const] }]
      expect(atOffice(await told(rules, started, deploy(on), withdrawn)), on).toHaveLength(2)
    }
    const leavers = [{ on: ['employee-left' as const] }]
    expect(atOffice(await told(leavers, left, deploy('employee-joined'), joined))).toHaveLength(2)
  })

  test('who is back as far as rules say by then, and left again, has left', async ({ told }) => {
    const narrow = { on: ['employee-left' as const], where: { employees: [anId(9)] } }
    const rules: RuleOverrides[] = [{ on: ['employee-left'], show: 'category' }]
    expect(await told(rules, left, { deploy: [narrow] }, joined, goneAgain.employee)).toEqual([
      gone,
      isThere,
      gone,
    ])
  })

  test('whoever joins is told as having left only to who reads of leavers', async ({ told }) => {
    expect(await told([{ on: ['employee-joined'] }], joined, goneAgain.employee)).toHaveLength(1)
    expect(await told([{ on: ['employee-left'] }], joined, left)).toHaveLength(1)
    expect(amina.id).toBe(left.subject)
  })
})
