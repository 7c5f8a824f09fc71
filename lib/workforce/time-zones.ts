import { Temporal } from 'temporal-polyfill'

const zones = new Map<string, boolean>()
/** More spellings than this are not remembered, so that a hostile upstream cannot fill memory. */
const maxZones = 1_000

/** Whether a string names a time zone that this runtime knows; offsets such as `+01:00` do not. */
export const isTimeZone = (zone: string): boolean => {
  const remembered = zones.get(zone)
  if (remembered !== undefined) return remembered
  const known = isNamedZone(zone)
  if (zones.size < maxZones) zones.set(zone, known)
  return known
}

const isNamedZone = (zone: string): boolean => {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    // Some names of old (IST, PST) are known to Intl alone; what counts is who reckons with them.
    Temporal.PlainDate.from('2000-01-01').toZonedDateTime(zone)
    return true
  } catch {
    return false
  }
}
