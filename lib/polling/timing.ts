/**
 * How long the functions may run, in seconds: their time-outs, and the leases that outlast
 * them, so that a poll that was killed holds up its shard for no longer than needed.
 */
export const functionTimeoutSeconds = {
  pollShard: 120,
  refreshRoster: 300,
  dispatchPolls: 30,
} as const

/** How often the dispatcher runs; polls that come faster are delayed messages of one run. */
export const dispatchEverySeconds = 60

export const leaseSeconds = {
  pollShard: functionTimeoutSeconds.pollShard + 10,
  refreshRoster: functionTimeoutSeconds.refreshRoster + 10,
} as const

/** The last of a function's time is for saving and publishing, and its end for saving alone. */
const reserve = { calls: 20_000, publishing: 10_000 }

/** How long a poll can ask at most, in milliseconds. */
export const longestSlot = functionTimeoutSeconds.pollShard * 1_000 - reserve.calls

/** How much of what remains may be used up to a reserve, or half of it where that is more. */
const until = (remaining: number, reserved: number): number =>
  Math.max(remaining - reserved, remaining / 2)

/**
 * Until when calls may run and events be published, by the clock of the machines.
 * @param remaining how long the function may still run, in milliseconds
 */
export const deadlinesFor = (remaining: number, now: number) => ({
  deadline: now + until(remaining, reserve.calls),
  publishingDeadline: now + until(remaining, reserve.publishing),
})
