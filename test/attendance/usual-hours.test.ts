import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { itemBytes } from '../../lib/attendance/state/size.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { isFarFromUsual } from '../../lib/attendance/usual-hours.ts'
import { storedBytes } from '../../lib/store/packing.ts'
import { rules } from '../harness/builders.ts'
import { learnedFrom, type Shift, weekly, workingWeeks } from '../harness/learned.ts'

const isFar = (state: EmployeeState, at: string, weeks = 4): boolean =>
  isFarFromUsual(state, epochMs(at), rules().workday, weeks)

describe('usual hours', () => {
  const worker = learnedFrom(workingWeeks(5))

  test.each([
    ['two hours before the hour of the first start', '2026-11-30T07:00:00Z', false],
    ['a moment earlier', '2026-11-30T06:59:59Z', true],
    ['in the middle of the shift', '2026-12-01T13:00:00Z', false],
    ['two hours after the hour of the last end', '2026-12-04T19:59:59Z', false],
    ['a moment later', '2026-12-04T20:00:00Z', true],
    ['at night', '2026-12-02T02:00:00Z', true],
    ['on a day without any', '2026-12-05T12:00:00Z', true],
  ])('%s: %s, far: %s', (_what, at, far) => {
    expect(isFar(worker, at)).toBe(far)
  })

  test('are not known before all weeks have passed since they are learned', () => {
    // The first shift was seen at a minute past five.
    expect(isFar(learnedFrom(workingWeeks(4)), '2026-11-23T17:00:00Z')).toBe(false)
    expect(isFar(learnedFrom(workingWeeks(4)), '2026-11-23T22:00:00Z')).toBe(true)
  })

  test('are not known of who clocked in few of the weeks', () => {
    const [first, second, , fourth] = weekly(
      { start: '2026-10-26T09:00:00Z', end: '2026-10-26T17:00:00Z' },
      4,
    ) as [Shift, Shift, Shift, Shift]
    expect(isFar(learnedFrom([first, fourth]), '2026-11-24T03:00:00Z')).toBe(false)
    expect(isFar(learnedFrom([first, second, fourth]), '2026-11-24T03:00:00Z')).toBe(true)
  })

  test('are forgotten after four weeks, and with the last of them nothing is known', () => {
    const once = { start: '2026-10-27T02:00:00Z', end: '2026-10-27T03:00:00Z' }
    const [monday, ...later] = workingWeeks(5)
    const state = learnedFrom([monday as Shift, once, ...later])
    expect(isFar(state, '2026-11-24T02:30:00Z')).toBe(false)
    expect(isFar(state, '2026-12-01T02:30:00Z')).toBe(true)
    expect(isFar(state, '2026-12-12T02:30:00Z')).toBe(true)
    expect(isFar(state, '2026-12-19T02:30:00Z')).toBe(false)
  })

  test('are those of a shift that ends on the next day, and in the next week', () => {
    const nights = weekly({ start: '2026-11-01T22:00:00Z', end: '2026-11-02T05:30:00Z' }, 5)
    const state = learnedFrom(nights)
    const near = ['2026-12-06T20:00:00Z', '2026-12-07T02:00:00Z', '2026-12-07T07:59:00Z']
    expect(near.map((at) => isFar(state, at))).toEqual([false, false, false])
    expect(isFar(state, '2026-12-06T19:59:00Z')).toBe(true)
    expect(isFar(state, '2026-12-07T08:00:00Z')).toBe(true)
  })

  test('are all hours for who was in for longer than a week', () => {
    const long = { start: '2026-11-09T12:00:00Z', end: '2026-11-18T09:00:00Z' }
    const state = learnedFrom([...workingWeeks(2), long, ...workingWeeks(5).slice(18)])
    expect(isFar(state, '2026-11-28T03:00:00Z')).toBe(false)
    expect(isFar(state, '2026-12-05T03:00:00Z')).toBe(false)
  })

  test('are by the clock where they started, and of where they clocked last', () => {
    const zone = 'Asia/Kolkata'
    const state = learnedFrom(
      weekly({ start: '2026-10-27T03:30:00Z', end: '2026-10-27T11:30:00Z', zone }, 5),
    )
    expect(isFar(state, '2026-12-01T01:29:00Z')).toBe(true)
    expect(isFar(state, '2026-12-01T01:30:00Z')).toBe(false)
    expect(isFar({ ...state, timeZone: 'Europe/London' }, '2026-12-01T03:00:00Z')).toBe(true)
    expect(isFar({ ...state, timeZone: 'Not/AZone' }, '2026-12-01T09:00:00Z')).toBe(false)
  })

  test('are no surprise a week later, whatever the shift, the zone and its clocks', () => {
    const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']
    const aroundChanges = ['2026-03-02T00:00', '2026-09-07T00:00', '2026-10-05T00:00']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...aroundChanges),
        fc.integer({ min: 0, max: 7 * 24 * 60 - 1 }),
        fc.integer({ min: 1, max: 16 * 60 }),
        fc.integer({ min: -120, max: 120 }),
        (zone, from, begins, minutes, off) => {
          const first = Temporal.PlainDateTime.from(from).add({ minutes: begins })
          const local = (weeks: number, offset: number) =>
            first.add({ weeks }).add({ minutes: offset }).toZonedDateTime(zone).epochMilliseconds
          const shifts = [0, 1, 2, 3, 4].map((week) => ({
            start: utc(local(week, 0)),
            end: utc(Math.max(local(week, 0), local(week, minutes))),
            zone,
          }))
          const state = learnedFrom(shifts)
          for (const moment of [off, minutes + off, Math.floor(minutes / 2)])
            expect(isFarFromUsual(state, local(5, moment), rules().workday, 4)).toBe(false)
        },
      ),
    )
  })

  test('take a few hundred bytes, however many clockings there were', () => {
    const state = learnedFrom(workingWeeks(12))
    const { usualHours } = state
    expect(Object.keys(usualHours?.weeks ?? {})).toHaveLength(5)
    expect(itemBytes(usualHours)).toBeLessThan(300)
    const without = storedBytes({ ...state, usualHours: null })
    expect(storedBytes(state) - without).toBe(itemBytes(usualHours) - itemBytes(null))
  })
})
