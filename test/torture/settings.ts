/** From when on something goes on for too long. */
export const limits = { clockingHours: 14, breakMinutes: 120 }

/** Employees polled together: few, so that there are several shards. */
const shardSize = 8

/** The settings that the system runs with, as a file of an environment has them. */
export const settingsFor = (apiUrl: string): object => ({
  name: 'torture',
  workforce: { apiUrl, authUrl: apiUrl, requestsPerSecond: 600 },
  workday: { timeZone: 'UTC' },
  polling: { shardSize, concurrentCalls: 16, lookbackHours: 24 },
  attention: {
    clockingLongerThanHours: limits.clockingHours,
    breakLongerThanMinutes: limits.breakMinutes,
  },
})
