import { expect, test } from 'vitest'
import { median, percentile } from '../../bench/measuring/statistics.ts'

test('the median is the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('a percentile is one of the numbers', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})
