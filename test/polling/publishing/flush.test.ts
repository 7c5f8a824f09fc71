import { expect, test } from 'vitest'
import { timeForFlushing } from '../../../lib/polling/publishing/flush.ts'

test('what waits may take a fifth of the time for calls, and a second where that is nearly over', () => {
  expect(timeForFlushing(60_000)).toBe(12_000)
  expect(timeForFlushing(5_000)).toBe(1_000)
  expect(timeForFlushing(50)).toBe(1_000)
  expect(timeForFlushing(-100)).toBe(1_000)
})
