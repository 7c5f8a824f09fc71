/** From when on something goes on for too long. */
export const limits = { clockingHours: 14, breakMinutes: 120 }

/**
 * How long something must be missing to count as removed or left, in seconds. Shorter than may
 * be deployed, like the intervals: what vanishes is told while people go on.
 */
export const removalAfter = 8

/** A shard with fewer people is too small to doubt that something of all of them is gone. */
const leastInShard = 6
const smallestShard = 8

/** One of so many is not there from the beginning. */
export const joinersAmong = 5

/**
 * Employees polled together: few, so that there are several shards, and so many that none has
 * only a few people, neither at the beginning nor when all have joined.
 */
export const shardSizeFor = (employees: number): number => {
  const first = employees - Math.floor(employees / joinersAmong)
  let size = smallestShard
  while (size < employees) {
    const isFull = first % size >= leastInShard && employees <= Math.ceil(first / size) * size
    if (isFull) break
    size += 1
  }
  return size
}

/** The settings that the system runs with, as a file of an environment has them. */
export const settingsFor = (apiUrl: string, employees: number): object => ({
  name: 'torture',
  workforce: { apiUrl, authUrl: apiUrl, requestsPerSecond: 600 },
  workday: { timeZone: 'UTC' },
  polling: { shardSize: shardSizeFor(employees), concurrentCalls: 16, lookbackHours: 24 },
  attention: {
    clockingLongerThanHours: limits.clockingHours,
    breakLongerThanMinutes: limits.breakMinutes,
    absenceGraceMinutes: 0,
  },
})
