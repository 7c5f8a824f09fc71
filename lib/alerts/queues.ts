/** How long the functions of the alerts may run, in seconds. */
export const alertTimeoutSeconds = { sendAlerts: 60, sendDigest: 120 } as const

/** A digest that has not been sent so long after its time is old news. */
export const digestGoodForSeconds = 900

/** How long a destination is one sender's alone: longer than that sender can run. */
export const turnSeconds = {
  sendAlerts: alertTimeoutSeconds.sendAlerts + 10,
  sendDigest: alertTimeoutSeconds.sendDigest + 10,
} as const

/**
 * The queue between topic and `send-alerts`, defined once for the deployed stack and the local
 * run. Events come to it from the topic, wakes from the function itself. A destination that
 * fails is tried again within seconds, then ever more seldom, for some twenty minutes before its
 * wake goes to the dead-letter queue, and every quarter of an hour from then on; what it would have sent keeps waiting in the table.
 */
export const alertQueue = {
  batchSize: 500,
  /** How long Lambda gathers a batch. */
  batchingWindowSeconds: 5,
  /**
   * For a message whose function died, or that Lambda held back; one that is reported as failed
   * comes back sooner. It is the time-out, the batching window, and a reserve. AWS advises six
   * time-outs and the window (365 s), so that Lambda can hold a batch for long while it is
   * throttled. A batch that comes back too early does no harm here: an event that waits already is
   * not added again, and a destination's turn is one sender's alone.
   */
  visibilityTimeoutSeconds: 2 * alertTimeoutSeconds.sendAlerts,
  retentionSeconds: 4 * 24 * 3_600,
  /** At least the five that AWS advises: with the pauses below, over twenty minutes. */
  maxReceiveCount: 10,
  deadLetterRetentionSeconds: 14 * 24 * 3_600,
  /**
   * An alarm says that messages wait for longer: than SQS holds a wake back (900 s), and two
   * more tries of it.
   */
  waitingTooLongSeconds: 1_200,
} as const

/** How long after its first try, its second and so on a message that failed comes back. */
export const retryAfterSeconds = [2, 5, 15, 45, 120, 240, 300, 300, 300] as const

/** The pauses before a digest that failed is tried again by the same run, in milliseconds. */
export const digestRetries = [2_000, 5_000, 15_000] as const

/** Lambda lets a queue start no fewer at once, and no more. */
const fewestSenders = 2
const mostSenders = 1_000

/**
 * How many runs of `send-alerts` there may be at once: one for each destination, since each is notified
 * by one at a time, and one more, so that however many of them hang there is one left for the rest.
 */
export const sendersFor = (destinations: number): number =>
  Math.min(Math.max(destinations + 1, fewestSenders), mostSenders)
