/** How long `deliver-webhook` may run, in seconds. */
export const webhookTimeoutSeconds = 120

/** How long an endpoint is one run's alone: longer than that run can last. */
export const endpointTurnSeconds = webhookTimeoutSeconds + 10

/** What an endpoint's queue is called within its environment; its dead letters have a suffix of their own. */
export const webhookQueueName = (webhook: string): string => `webhook-${webhook}`

/**
 * The queue of each endpoint, between the topic and `deliver-webhook`, defined once for the deployed
 * stack and the local run. Events stay in it only until they are kept in the table; how often and for
 * how long an endpoint is tried is `retry-schedule.ts`'s.
 */
export const webhookQueue = {
  batchSize: 10,
  batchingWindowSeconds: 0,
  visibilityTimeoutSeconds: 2 * webhookTimeoutSeconds,
  retentionSeconds: 14 * 24 * 3_600,
  /**
   * What cannot be kept for more than six hours is looked at by a person: a wake among it is to
   * outlast a table that fails for a while.
   */
  maxReceiveCount: 100,
  deadLetterRetentionSeconds: 14 * 24 * 3_600,
  /** Longer than SQS holds a wake back (900 s), and two more tries of it. */
  waitingTooLongSeconds: 1_800,
  /** Runs at once for one endpoint; Lambda allows no fewer. One has the turn, the other keeps what comes. */
  maxConcurrency: 2,
} as const
