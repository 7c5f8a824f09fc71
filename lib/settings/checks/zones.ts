import type { ReadableSettings } from '../reading/readable-settings.ts'
import { didYouMean, nearest } from './nearest.ts'
import type { SettingsProblem } from './problem.ts'

/** The zone that somebody may have meant, by its city or its spelling: `London`, `Europe/Londn`. */
export const meantZone = (zone: string): string | null => {
  const zones = Intl.supportedValuesOf('timeZone')
  const city = zone.trim().replaceAll(' ', '_').toLowerCase()
  const ofCity = zones.find((each) => each.toLowerCase().endsWith(`/${city}`))
  return ofCity ?? nearest(zone, zones)
}

/**
 * JavaScript takes a zone in any case. People read it as it stands here, though, and AWS starts
 * digests by it.
 */
const misspelled = (zone: string | undefined, path: SettingsProblem['path']): SettingsProblem[] => {
  if (zone === undefined) return []
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  const isSame = timeZone.toLowerCase() === zone.toLowerCase()
  // Of another name of a zone no part begins with a small letter: that is all that is known of how it is written.
  if (isSame ? timeZone === zone : !/(^|\/)[a-z]/.test(zone)) return []
  return [{ path, message: `must be written as IANA does${didYouMean(isSame ? timeZone : null)}` }]
}

/** Time zones that are known, and written otherwise. */
export const zoneProblems = ({ workday, digests }: ReadableSettings): SettingsProblem[] => [
  ...misspelled(workday.timeZone, ['workday', 'timeZone']),
  ...digests.flatMap(({ timeZone }, index) => misspelled(timeZone, ['digests', index, 'timeZone'])),
]
