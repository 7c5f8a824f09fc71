import { functionTimeoutSeconds } from './timing.ts'

/**
 * The queue between dispatch and polls, defined once for the deployed stack and the local
 * run. A tick is worthless once the next one is there, since the next window covers it, so
 * it is kept for minutes and tried twice.
 */
export const pollQueue = {
  batchSize: 1,
  /** Longer than a poll can take, so that no tick is polled twice at once. */
  visibilityTimeoutSeconds: functionTimeoutSeconds.pollShard + 30,
  retentionSeconds: 600,
  maxReceiveCount: 2,
  deadLetterRetentionSeconds: 14 * 24 * 3_600,
} as const
