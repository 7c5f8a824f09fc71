/**
 * How long the functions may run, in seconds: their time-outs, and the leases that outlast
 * them, so that a poll that was killed holds up its shard for no longer than needed.
 */
export const functionTimeoutSeconds = {
  pollShard: 120,
  refreshRoster: 300,
  dispatchPolls: 30,
} as const

export const leaseSeconds = {
  pollShard: functionTimeoutSeconds.pollShard + 10,
  refreshRoster: functionTimeoutSeconds.refreshRoster + 10,
} as const

/** No call is started in the last of a function's time, which is for saving and publishing. */
export const reserveMilliseconds = 20_000

/** Until when calls may run, by the clock of the machines. */
export const deadlineFor = (remainingMilliseconds: number, now: number): number =>
  now + Math.max(remainingMilliseconds - reserveMilliseconds, remainingMilliseconds / 2)
