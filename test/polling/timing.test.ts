import { expect, test } from 'vitest'
import { deadlinesFor, functionTimeoutSeconds, leaseSeconds } from '../../lib/polling/timing.ts'

test('calls stop twenty seconds before the end, publishing ten', () => {
  expect(deadlinesFor(120_000, 1_000)).toEqual({
    deadline: 101_000,
    publishingDeadline: 111_000,
  })
})

test('half of a short time is for calls', () => {
  expect(deadlinesFor(8_000, 1_000)).toEqual({ deadline: 5_000, publishingDeadline: 5_000 })
  expect(deadlinesFor(24_000, 0)).toEqual({ deadline: 12_000, publishingDeadline: 14_000 })
})

test('a lease outlasts the function that holds it, by little', () => {
  expect(leaseSeconds.pollShard - functionTimeoutSeconds.pollShard).toBe(10)
  expect(leaseSeconds.refreshRoster - functionTimeoutSeconds.refreshRoster).toBe(10)
})
