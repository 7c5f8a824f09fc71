import { expect, test } from 'vitest'
import { hour, minute } from '../../lib/attendance/moments.ts'
import { nextTry, pauseAskedFor, pausesAfterTries } from '../../lib/webhooks/retry-schedule.ts'

/** How long an event is tried, where each pause is as long as a draw makes it, in hours. */
const tried = (random: number): number => {
  let now = 0
  for (let tries = 1; ; tries++) {
    const next = nextTry(tries, now, random)
    if (next === null) return now / hour
    now = next
  }
}

test('an event is tried for about 75 hours, a little longer by chance, and never for less', () => {
  expect(tried(0)).toBeCloseTo(75.6, 1)
  expect(tried(0.999)).toBeLessThan(84)
  expect(pausesAfterTries).toHaveLength(9)
})

test('what failed together does not come back together', () => {
  const moments = [0, 0.25, 0.5, 0.75].map((random) => nextTry(3, 0, random))
  expect(new Set(moments).size).toBe(4)
})

test.each([
  [0, 1_000],
  [120_000, 120_000],
  [7 * 24 * hour, hour],
])('of being asked to wait for %i ms, %i are obeyed', (asked, obeyed) => {
  expect(pauseAskedFor(asked)).toBe(obeyed)
})

test('the first try again comes at once, the second within minutes', () => {
  expect(nextTry(1, 0, 0)).toBe(5_000)
  expect(nextTry(2, 0, 0)).toBe(5 * minute)
})
