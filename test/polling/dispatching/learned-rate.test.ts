import { expect, test } from 'vitest'
import { learnedRate, rateOf } from '../../../lib/polling/dispatching/learned-rate.ts'

const planned = (learned: number | null) => ({ learned, plannedAt: 1_000 })

test('all that is allowed may be sent as long as nobody was throttled', () => {
  expect(learnedRate(planned(null), 20, [null, null])).toBeNull()
  expect(rateOf(planned(null), 20)).toBe(20)
})

test('a rate is lowered once for all who were throttled since the last plan', () => {
  expect(learnedRate(planned(null), 20, [null, 1_001, 1_500])).toBeCloseTo(14, 9)
  expect(learnedRate(planned(14), 20, [1_001])).toBeCloseTo(9.8, 9)
})

test('throttling of before the last plan is known already', () => {
  expect(learnedRate(planned(null), 20, [1_000, 3])).toBeNull()
  expect(learnedRate({ learned: null, plannedAt: null }, 20, [3])).toBeNull()
})

test('a lowered rate comes back little by little, and no further than allowed', () => {
  expect(learnedRate(planned(10), 20, [])).toBeCloseTo(10.4, 9)
  expect(learnedRate(planned(19.7), 20, [])).toBeNull()
})

test('a rate never ends, however often it is lowered', () => {
  let learned: number | null = null
  for (let n = 0; n < 50; n++) learned = learnedRate(planned(learned), 20, [2_000])
  expect(learned).toBe(1)
})

test('what is allowed now holds, whatever was learned before', () => {
  expect(rateOf(planned(14), 5)).toBe(5)
  expect(learnedRate(planned(14), 5, [2_000])).toBeCloseTo(3.5, 9)
})
