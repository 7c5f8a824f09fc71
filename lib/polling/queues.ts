import { functionTimeoutSeconds } from './timing.ts'

/**
 * The queue between dispatch and polls, defined once for the deployed stack and the local
 * run. A tick is worthless once the next one is there, since the next window covers it, so
 * it is kept for minutes and tried twice: docs/decisions/queues.md.
 */
export const pollQueue = {
  batchSize: 1,
  /**
   * Longer than a poll can take, so that no tick is polled twice at once. AWS advises six
   * time-outs (720 s), for batches that Lambda must hold while it is throttled. Here that is
   * longer than a tick is kept, so a failed poll would never come back; and a tick that comes
   * back too early finds the shard's lease taken, and is skipped.
   */
  visibilityTimeoutSeconds: functionTimeoutSeconds.pollShard + 30,
  retentionSeconds: 600,
  /**
   * AWS advises five or more, so that throttling alone makes no dead letters. More than two
   * would ask for what newer ticks of the same shard have asked for by then.
   */
  maxReceiveCount: 2,
  deadLetterRetentionSeconds: 14 * 24 * 3_600,
  /**
   * An alarm says that ticks wait for longer: than a poll that fails once takes to fail again.
   */
  waitingTooLongSeconds: 300,
} as const
