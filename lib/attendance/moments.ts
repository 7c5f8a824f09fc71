/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Clocks of machines differ by less than this; what is further ahead was noted by one that was wrong. */
export const clocksDiffer = 5 * minute

const hasOffset = /[+-]\d\d:\d\d$/

/**
 * Reads an ISO 8601 date-time of the Workforce API; without an offset it is UTC (spec section 2.2).
 * @returns the moment, cut to the millisecond
 */
export const epochMs = (dateTime: string): EpochMs =>
  Date.parse(dateTime.endsWith('Z') || hasOffset.test(dateTime) ? dateTime : `${dateTime}Z`)

/** Writes a moment as UTC with `Z`, without a fraction where it is whole seconds. */
export const utc = (moment: EpochMs): string => new Date(moment).toISOString().replace('.000Z', 'Z')

const isRfc3339InUtc = /T\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A date-time of the Workforce API as RFC 3339 in UTC: as it stands where it already is that. */
export const asUtc = (dateTime: string): string =>
  isRfc3339InUtc.test(dateTime) ? dateTime : utc(epochMs(dateTime))

/** Whether two date-times name the same moment, however they are written. */
export const sameMoment = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && epochMs(a) === epochMs(b))

/** The UTC calendar date of a moment, `YYYY-MM-DD`. */
export const utcDate = (moment: EpochMs): string => new Date(moment).toISOString().slice(0, 10)
