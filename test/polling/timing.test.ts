import { expect, test } from 'vitest'
import { pollQueue } from '../../lib/polling/queues.ts'
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

test('leases and the visibility of ticks outlast the functions that hold them', () => {
  expect(leaseSeconds.pollShard).toBeGreaterThan(functionTimeoutSeconds.pollShard)
  expect(leaseSeconds.refreshRoster).toBeGreaterThan(functionTimeoutSeconds.refreshRoster)
  expect(pollQueue.visibilityTimeoutSeconds).toBeGreaterThan(functionTimeoutSeconds.pollShard)
})
