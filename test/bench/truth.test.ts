import { expect, test } from 'vitest'
import { differenceFrom, truthOf } from '../../bench/organisation/truth.ts'

test('everyone clocks in, takes a break and clocks out on a day', () => {
  const truth = truthOf(3, 0)
  const types = truth.map(({ key }) => key.split(' ')[0])
  expect(types.slice(0, 4)).toEqual([
    'attendance.clocked-in',
    'attendance.break-started',
    'attendance.break-ended',
    'attendance.clocked-out',
  ])
  expect(types).toHaveLength(12)
})

test('no change of any day is mistaken for another', () => {
  const keys = [0, 1, 2].flatMap((day) => truthOf(50, day)).map(({ key }) => key)
  expect(new Set(keys).size).toBe(3 * 50 * 4)
})

test('what was not told is missed, what did not happen is invented, and twice is repeated', () => {
  const truth = truthOf(1, 0)
  const [clockedIn = '', breakStarted = '', breakEnded = ''] = truth.map(({ key }) => key)
  const told = [
    clockedIn,
    breakStarted,
    breakStarted,
    breakEnded,
    'attendance.clocked-in elsewhere',
  ]
  expect(differenceFrom(truth, told)).toEqual({ missed: 1, invented: 1, repeated: 1 })
  expect(differenceFrom(truth, [])).toEqual({ missed: 4, invented: 0, repeated: 0 })
})
