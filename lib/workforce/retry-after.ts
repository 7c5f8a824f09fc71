/** A longer wait than a day is read as a day: timers and people both give up before. */
const longest = 24 * 60 * 60 * 1000

const seconds = /^\d+$/
/** RFC 9110 section 5.6.7: all three date forms begin with the name of a weekday. */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /

/** All three are UTC, though the oldest does not say so. */
const inUtc = (date: string): string => (date.endsWith('GMT') ? date : `${date} GMT`)

/**
 * Reads a `Retry-After` header in both its forms (RFC 9110 section 10.2.3).
 * @param header the header's value, whole seconds or an HTTP date
 * @param now epoch milliseconds, from which a date is counted
 * @returns milliseconds to wait, 0 to one day, or null where the header says nothing usable
 */
export const readRetryAfter = (header: string | undefined, now: number): number | null => {
  const value = header?.trim() ?? ''
  const wait = seconds.test(value)
    ? Number(value) * 1000
    : httpDate.test(value)
      ? Date.parse(inUtc(value)) - now
      : Number.NaN
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), longest)
}
