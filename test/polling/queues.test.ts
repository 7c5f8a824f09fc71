import { expect, test } from 'vitest'
import { pollQueue } from '../../lib/polling/queues.ts'
import { functionTimeoutSeconds } from '../../lib/polling/timing.ts'

test('a tick stays hidden for longer than its poll can take, and is tried twice, one at a time', () => {
  expect(pollQueue.visibilityTimeoutSeconds).toBe(functionTimeoutSeconds.pollShard + 30)
  expect(pollQueue).toMatchObject({ batchSize: 1, maxReceiveCount: 2 })
})

test('a tick is worthless after ten minutes, and one that failed is kept for two weeks', () => {
  expect(pollQueue.retentionSeconds).toBe(10 * 60)
  expect(pollQueue.deadLetterRetentionSeconds).toBe(14 * 24 * 60 * 60)
})
