import * as z from 'zod'

/**
 * The string formats of the Workforce API (spec section 2).
 *
 * They accept every common spelling of a format, because the upstream may change
 * its serialiser: any version of uuid, any precision of a second, `Z` or an offset.
 */

/** A UUID of any version, e.g. `0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10`. */
export const Uuid = z.guid().meta({ description: 'UUID', format: 'uuid' })

/** A calendar date, `YYYY-MM-DD`. */
export const LocalDateString = z.iso.date().meta({ description: 'ISO 8601 calendar date' })

/**
 * A time of day, `HH:MM` with optional seconds and fraction. It is local, and JSON Schema's format
 * `time` is one with an offset: where this is described, the pattern says it.
 */
export const LocalTimeString = z.iso
  .time()
  .meta({ description: 'ISO 8601 time of day, local to the employee' })

/** zod's own date-time has seconds wherever `Z` or an offset follows, as RFC 3339 wants it; ISO 8601 does not. */
const [date, time] = [z.regexes.date, z.regexes.time({})].map(({ source }) => source.slice(1, -1))
const offset = String.raw`Z|[+-](?:[01]\d|2[0-3]):[0-5]\d`

/**
 * A moment, `YYYY-MM-DDTHH:MM[:SS[.fraction]]` with `Z`, an offset, or nothing. The spec calls every moment UTC
 * (section 2.2), so a missing offset means UTC.
 */
export const DateTimeString = z
  .stringFormat('datetime', new RegExp(`^${date}T${time}(?:${offset})?$`))
  .meta({ description: 'ISO 8601 date-time, UTC', format: 'date-time' })
