/** The most that may be set of what decides how many calls are made, and how often. */
export const mostOfSettings = {
  requestsPerSecond: 1_000,
  concurrentPolls: 100,
  concurrentCalls: 100,
  clockingsEverySeconds: 3_600,
  absencesEverySeconds: 86_400,
}

/** Lambda lets a queue have no fewer of a function at once. */
export const leastConcurrentPolls = 2
