import { expect, test } from 'vitest'
import { learnedRate, rateOf } from '../../../lib/polling/dispatching/learned-rate.ts'

const now = 60_000
const planned = (learned: number | null) => ({ learned, plannedAt: 1_000 })

test('all that is allowed may be sent as long as nobody was throttled', () => {
  expect(learnedRate(planned(null), 20, [null, null], now)).toBeNull()
  expect(rateOf(planned(null), 20)).toBe(20)
})

test('a rate is lowered once for all who were throttled since the last plan', () => {
  expect(learnedRate(planned(null), 20, [null, 1_001, 1_500], now)).toBeCloseTo(14, 9)
  expect(learnedRate(planned(14), 20, [1_001], now)).toBeCloseTo(9.8, 9)
})

test('throttling of before the last plan is known already', () => {
  expect(learnedRate(planned(null), 20, [1_000, 3], now)).toBeNull()
  expect(learnedRate({ learned: null, plannedAt: null }, 20, [3], now)).toBeNull()
})

test('throttling that is still to come was noted by a clock that was wrong', () => {
  expect(learnedRate(planned(null), 20, [now + 240_000], now)).toBeCloseTo(14, 9)
  expect(learnedRate(planned(null), 20, [now + 360_000], now)).toBeNull()
})

test('a lowered rate comes back little by little, and no further than allowed', () => {
  expect(learnedRate(planned(10), 20, [], now)).toBeCloseTo(10.4, 9)
  expect(learnedRate(planned(19.7), 20, [], now)).toBeNull()
})

test('a rate never ends, however often it is lowered', () => {
  let learned: number | null = null
  for (let n = 0; n < 50; n++) learned = learnedRate(planned(learned), 20, [2_000], now)
  expect(learned).toBe(1)
})

test('what is allowed now holds, whatever was learned before', () => {
  expect(rateOf(planned(14), 5)).toBe(5)
  expect(learnedRate(planned(14), 5, [2_000], now)).toBeCloseTo(3.5, 9)
})
