/** Moments by the oracle's own reading: it shares no code with what it checks. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** What was read already: a run reads the same few thousand texts millions of times. */
const alreadyRead = new Map<string, EpochMs>()
const mostRemembered = 100_000

const read = (text: string): EpochMs => {
  const hasZone = text.endsWith('Z') || /[+-]\d\d:\d\d$/.test(text)
  return new Date(hasZone ? text : `${text}Z`).getTime()
}

/** Reads a date-time of the API (spec section 2.2): without an offset it is UTC. */
export const epochMs = (text: string): EpochMs => {
  const known = alreadyRead.get(text)
  if (known !== undefined) return known
  if (alreadyRead.size >= mostRemembered) alreadyRead.clear()
  const moment = read(text)
  alreadyRead.set(text, moment)
  return moment
}

/** Writes a moment for a person to read. */
export const utc = (moment: EpochMs): string =>
  Number.isFinite(moment) ? `${new Date(moment).toISOString().slice(0, 19)}Z` : String(moment)

/** The UTC date of a moment, `YYYY-MM-DD`. */
export const utcDate = (moment: EpochMs): string => new Date(moment).toISOString().slice(0, 10)
