import { describe, expect, test } from 'vitest'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import type { Removal, Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { answering, removal } from '../harness/answering.ts'
import { aClocking, aHoliday, aSnapshot, aState, nameless } from '../harness/builders.ts'
import { stateAfter } from '../harness/state-after.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const both = { clockings: [aClocking({ end: null })], absences: [aHoliday()] }
const neither = { clockings: [], absences: [] }

const polled = (
  state: EmployeeState,
  now: string,
  snapshot: Snapshot,
  judged: Partial<Removal> = {},
) => {
  const next = stateAfter(state, snapshot, answering(now, { removal: { ...removal, ...judged } }))
  const told = next.outbox.map(({ type, time }) => `${type.replace('attendance.', '')} ${time}`)
  return { state: { ...next, outbox: [] }, told }
}

const known = polled(aState(), at('12:00'), aSnapshot(at('12:00'), both)).state
const missing = polled(known, at('12:01'), aSnapshot(at('12:01'), neither)).state
const goneAt = (now: string, judged?: Partial<Removal>) =>
  polled(missing, now, aSnapshot(now, neither), judged).told
const gone = (now: string) => [`absence-withdrawn ${now}`, `clocking-removed ${now}`]

describe('what answers lack is believed to be gone', () => {
  test('after the time that the settings give it', () => {
    expect(goneAt(at('12:10'))).toEqual([])
    expect(goneAt(at('12:11')).toSorted()).toEqual(gone(at('12:11')))
    expect(goneAt(at('12:11'), { after: 11 * minute })).toEqual([])
    expect(goneAt(at('12:12'), { after: 11 * minute }).toSorted()).toEqual(gone(at('12:12')))
  })

  test('not while so much of that kind is missing that none of it is believed', () => {
    const doubted = { clockings: true, absences: false }
    expect(goneAt(at('20:00'), { doubted })).toEqual([`absence-withdrawn ${at('20:00')}`])
    expect(goneAt(at('20:00'), { doubted: { clockings: false, absences: true } })).toEqual([
      `clocking-removed ${at('20:00')}`,
    ])
  })

  test('where an operator has accepted it, if it was missing by then', () => {
    const doubted = { clockings: true, absences: true }
    const accepted = (time: string) =>
      goneAt(at('20:00'), { doubted, acceptedAt: epochMs(at(time)) }).toSorted()
    expect(accepted('12:00')).toEqual([])
    expect(accepted('12:01')).toEqual(gone(at('20:00')))
  })

  test('not before its time, though an operator has accepted it', () => {
    const doubted = { clockings: true, absences: true }
    expect(goneAt(at('12:10'), { doubted, acceptedAt: epochMs(at('12:05')) })).toEqual([])
  })

  test('not where it was not looked for everywhere', () => {
    const now = at('20:00')
    const { clockings, absences } = aSnapshot(now, neither)
    if (absences === null) throw new Error('absences were asked for')
    const narrow = {
      clockings: { ...clockings, isWide: false },
      absences: { ...absences, isWide: false },
    }
    expect(polled(missing, now, narrow).told).toEqual([])
  })

  test.each([
    ['has its id', aClocking().id],
    ['has an id that cannot be read either', nameless(1)],
  ])('not while a record that cannot be read may be it: one that %s', (_what, id) => {
    let state = known
    for (const now of [at('12:01'), at('12:11'), at('12:21'), at('20:00')]) {
      const hidden = polled(state, now, aSnapshot(now, { clockings: [], unread: [id] }))
      expect(hidden.told).toEqual([])
      state = hidden.state
    }
  })

  test('though a record without an id is there, beside which it was shown', () => {
    const morning = aClocking({ id: 'of the morning', end: null })
    const night = aClocking({ id: 'of the night', start: '2026-11-18T01:00:00Z', end: null })
    let state = aState()
    const poll = (time: string, records: (typeof morning)[], unread: string[] = [nameless(1)]) => {
      const snapshot = aSnapshot(at(time), { clockings: records, unread })
      const after = polled(state, at(time), snapshot)
      state = after.state
      return after.told
    }
    poll('12:00', [morning, night], [])
    // It is what has lost its id, or what is gone: who knows.
    expect(poll('12:01', [night])).toEqual([])
    expect(poll('12:11', [night])).toEqual([])
    expect(poll('12:12', [])).toEqual([])
    expect(poll('12:22', [])).toEqual([`clocking-removed ${at('12:22')}`])
    expect(Object.entries(state.clockings).map(([id, { phase }]) => [id, phase])).toEqual([
      ['of the night', 'removed'],
      ['of the morning', 'present'],
    ])
    expect(poll('12:23', [morning])).toEqual([])
    expect(poll('12:24', [])).toEqual([])
    expect(poll('12:34', [])).toEqual([`clocking-removed ${at('12:34')}`])
  })

  describe('of two records with the same content', () => {
    const one = aClocking({ id: 'one', end: null })
    const other = aClocking({ id: 'other', end: null })
    type Answer = { time: string; shows: (typeof one)[]; nameless?: number; broken?: string[] }

    /** What is told after two were shown, or another first answer. */
    const toldAfter = (
      answers: Answer[],
      first: Answer = { time: '12:00', shows: [one, other] },
    ) => {
      let state = aState()
      const told = [first, ...answers].map(
        ({ time, shows: clockings, nameless: count = 0, broken = [] }: Answer) => {
          const unread = [...broken, ...[1, 2].slice(0, count).map(nameless)]
          const after = polled(state, at(time), aSnapshot(at(time), { clockings, unread }))
          state = after.state
          return after.told
        },
      )
      const phases = Object.entries(state.clockings).map(([id, { phase }]) => [id, phase])
      return { told: told.slice(1).flat(), phases: Object.fromEntries(phases) }
    }

    test('not while it may be the one without an id that the other one was', () => {
      const { told } = toldAfter([
        { time: '12:01', shows: [other], nameless: 1 },
        { time: '12:02', shows: [], nameless: 2 },
        ...['12:03', '12:14', '12:25'].map((time) => ({ time, shows: [one], nameless: 1 })),
        { time: '12:26', shows: [one, other] },
      ])
      expect(told).toEqual([])
    })

    test('nor though it was corrected while the other one could not be read', () => {
      const corrected = { ...one, end: at('11:00') }
      const broken = ['other']
      const { told } = toldAfter([
        { time: '12:01', shows: [corrected], broken },
        { time: '12:02', shows: [corrected], nameless: 1 },
        ...['12:03', '12:14', '12:25'].map((time) => ({ time, shows: [], nameless: 1, broken })),
        { time: '12:26', shows: [corrected, { ...other, end: at('11:00') }] },
      ])
      expect(told).toEqual([`clocked-out ${at('11:00')}`, `clocked-out ${at('11:00')}`])
    })

    test('not while it may have lost its id as the other one was deleted', () => {
      const { told, phases } = toldAfter([
        { time: '12:01', shows: [other], nameless: 1 },
        ...['12:02', '12:13', '12:24'].map((time) => ({ time, shows: [], nameless: 1 })),
        ...['12:25', '12:36'].map((time) => ({ time, shows: [other] })),
      ])
      expect(told).toEqual([`clocking-removed ${at('12:36')}`])
      expect(phases).toEqual({ one: 'removed', other: 'present' })
    })

    test('nor does it count as missing from the answer that shows the other one for the first time', () => {
      const { told } = toldAfter(
        [
          { time: '12:01', shows: [other], nameless: 1 },
          ...['12:12', '12:22'].map((time) => ({ time, shows: [other] })),
        ],
        { time: '12:00', shows: [one], nameless: 1 },
      )
      expect(told.filter((each) => each.startsWith('clocking-removed'))).toEqual([
        `clocking-removed ${at('12:22')}`,
      ])
    })

    test('only when it is missing from two answers without one that it may be', () => {
      const { told, phases } = toldAfter([
        { time: '12:01', shows: [other], nameless: 1 },
        { time: '12:02', shows: [one], nameless: 1 },
        ...['12:13', '12:23'].map((time) => ({ time, shows: [one] })),
      ])
      expect(told).toEqual([`clocking-removed ${at('12:23')}`])
      expect(phases).toEqual({ one: 'present', other: 'removed' })
    })
  })

  test.each([
    ['whole', true],
    ['incomplete', false],
  ])(
    'counted anew after a record without an id that may be it, also where the answer is %s',
    (_how, isComplete) => {
      const at1205 = aSnapshot(at('12:05'), neither)
      if (at1205.absences === null) throw new Error('absences were asked for')
      const perhaps = { isComplete, unread: [nameless(1)] }
      const seen = {
        clockings: { ...at1205.clockings, ...perhaps },
        absences: { ...at1205.absences, ...perhaps },
      }
      const { state, told } = polled(missing, at('12:05'), seen)
      expect(told).toEqual([])
      expect(polled(state, at('12:11'), aSnapshot(at('12:11'), neither)).told).toEqual([])
    },
  )

  test('and what is back after a doubted loss was never gone', () => {
    const doubted = { clockings: true, absences: true }
    const late = polled(missing, at('20:00'), aSnapshot(at('20:00'), neither), { doubted })
    const back = polled(late.state, at('20:01'), aSnapshot(at('20:01'), both))
    expect([late.told, back.told]).toEqual([[], []])
    expect(back.state.clockings).toEqual(known.clockings)
    expect(back.state.absences).toEqual(known.absences)
  })

  test('counted anew from when it is missing again', () => {
    const back = polled(missing, at('12:05'), aSnapshot(at('12:05'), both)).state
    const again = polled(back, at('12:06'), aSnapshot(at('12:06'), neither)).state
    expect(polled(again, at('12:15'), aSnapshot(at('12:15'), neither)).told).toEqual([])
    const told = polled(again, at('12:16'), aSnapshot(at('12:16'), neither)).told
    expect(told.toSorted()).toEqual(gone(at('12:16')))
  })
})
