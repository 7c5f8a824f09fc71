/** One day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000

/**
 * The moment of a date-time of the contract; one without an offset is UTC.
 * @returns epoch milliseconds
 */
export const epochMs = (dateTime: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)

/** The UTC spelling of a moment, to the second: `2026-11-20T17:31:04Z`. */
export const utcSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** The calendar date in UTC, `YYYY-MM-DD`. */
export const utcDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** A date-time of the contract in UTC; left as it is written where it already is. */
export const inUtc = (dateTime: string): string =>
  dateTime.endsWith('Z') ? dateTime : new Date(epochMs(dateTime)).toISOString()
