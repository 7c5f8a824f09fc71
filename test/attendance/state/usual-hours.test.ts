import { describe, expect, test } from 'vitest'
import { applyRest, applySnapshot } from '../../../lib/attendance/apply-snapshot.ts'
import { epochMs, minute, utc } from '../../../lib/attendance/moments.ts'
import { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { answering } from '../../harness/answering.ts'
import { aClocking, aHoliday, anId, aSnapshot, aState } from '../../harness/builders.ts'
import { learnedFrom, workingWeeks } from '../../harness/learned.ts'
import { stateAfter } from '../../harness/state-after.ts'

describe('a state', () => {
  const now = '2026-11-30T08:00:00Z'
  const worker = learnedFrom(workingWeeks(5))
  const learning = answering(now, { usualWeeks: 4 })
  const clockedIn = aSnapshot(now, { clockings: [aClocking({ start: now, end: null })] })

  test('gets usual hours only where it is saved in any case', () => {
    const nothing = applySnapshot(worker, aSnapshot(now), learning)
    expect(nothing.isChanged).toBe(false)
    const unlearned = { ...worker, usualHours: null }
    expect(applySnapshot(unlearned, aSnapshot(now), learning).isChanged).toBe(false)
    const { state, isChanged } = applySnapshot(worker, clockedIn, learning)
    expect(isChanged).toBe(true)
    expect(Object.keys(state.usualHours?.weeks ?? {})).toContain('2026-11-30')
  })

  test('of somebody who is in has the hour of their start, and the others once they are out', () => {
    const hoursAt = (end: string) => {
      const clocking = aClocking({ start: now, end })
      const snapshot = aSnapshot(end, { clockings: [clocking] })
      return stateAfter(worker, snapshot, answering(end, { usualWeeks: 4 })).usualHours
    }
    const open = stateAfter(worker, clockedIn, learning)
    expect(open.usualHours).toEqual(hoursAt('2026-11-30T08:59:00Z'))
    expect(open.usualHours).not.toEqual(hoursAt('2026-11-30T09:00:00Z'))
  })

  test('learns nothing of an absence, nor of a clocking that was removed', () => {
    const absent = stateAfter(worker, aSnapshot(now, { absences: [aHoliday()] }), learning)
    expect(Object.keys(absent.usualHours?.weeks ?? {})).not.toContain('2026-11-30')
    const open = stateAfter(aState(), clockedIn, answering(now))
    const gone = ['2026-11-30T10:00:00Z', '2026-11-30T10:30:00Z'].reduce(
      (state, at) => stateAfter(state, aSnapshot(at), answering(at, { usualWeeks: 4 })),
      open,
    )
    expect(Object.values(gone.clockings)).toMatchObject([{ phase: 'removed' }])
    expect(gone.usualHours?.weeks).toMatchObject({})
  })

  test('has none at the next save once nobody rests by them', () => {
    expect(worker.usualHours).not.toBeNull()
    expect(stateAfter(worker, clockedIn, answering(now)).usualHours).toBeNull()
  })

  test('has none of a leaver of whom no more is asked', () => {
    const leaver = { ...worker, membership: 'leaver' as const, leftAt: '2026-11-28T00:00:00Z' }
    const { state } = applySnapshot(leaver, aSnapshot(now, { absences: [] }), learning)
    expect(state).toMatchObject({ restSince: now, usualHours: null })
  })

  test('keeps what was seen in an answer that is saved in parts', () => {
    const shifts = [1, 2, 3].map((n) =>
      aClocking({
        id: anId(n, 1),
        start: utc(epochMs(now) - n * 240 * minute),
        end: utc(epochMs(now) - (n * 240 - 60) * minute),
      }),
    )
    const snapshot = aSnapshot(now, { clockings: shifts })
    const whole = stateAfter(aState(), snapshot, learning)
    const isFull = ({ outbox }: EmployeeState) => outbox.length >= 5
    const { state: part, rest } = applySnapshot(aState(), snapshot, learning, isFull)
    expect(rest.length).toBeGreaterThan(0)
    expect(part.usualHours).not.toEqual(whole.usualHours)
    const published = { ...part, outbox: [] }
    const { state } = applyRest(published, rest, snapshot, learning, isFull)
    expect(state.usualHours).toEqual(whole.usualHours)
  })

  test('says nothing of usual hours in its events', () => {
    const { state } = applySnapshot(worker, clockedIn, learning)
    const said = JSON.stringify(state.outbox)
    expect(said).toContain('clocked-in')
    expect(said).not.toContain('usualHours')
  })

  test('with usual hours that nobody can read is read without them', () => {
    for (const usualHours of ['nine to five', { since: 'once', weeks: {} }, { weeks: 4 }, 7])
      expect(EmployeeState.parse({ ...worker, usualHours })).toEqual({
        ...worker,
        usualHours: null,
      })
  })
})
