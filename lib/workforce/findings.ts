import type { RecordsRead } from './listing.ts'
import { knownAbsenceTypes, knownBoundaryTypes, type ReadAbsence } from './reading.ts'

/** Something in an answer that the spec does not know. Never a name or a note. */
export type Finding = {
  kind: 'rejected-record' | 'absence-type' | 'boundary-type' | 'time-zone'
  value: string
}

/** Where warnings go. */
export type WarningLog = { warn: (message: string, fields: Finding) => void }

/** Counts a finding each time, logs each distinct one once. */
export type Findings = (kind: Finding['kind'], value: string) => void

/** After so many distinct values, new ones are counted only. */
const mostLogged = 500
const longestValue = 100
/** The alphabet of type names, time zones and field paths; anything else is not repeated. */
const plain = /^[\w+\-/.:,()* ]*$/

const messages = {
  'rejected-record': 'A record breaks the contract and was left out',
  'absence-type': 'An absence of unknown type was kept',
  'boundary-type': 'An absence boundary of unknown type was kept',
  'time-zone': 'A time zone that is not of the IANA database was kept',
} as const

const shown = (value: string): string =>
  plain.test(value) ? value.slice(0, longestValue) : 'unprintable'

/**
 * @param count called each time
 * @param log told once of each distinct kind and value
 */
export const createFindings = (
  count: ((finding: Finding) => void) | undefined,
  log: WarningLog | undefined,
): Findings => {
  const logged = new Set<string>()
  return (kind, value) => {
    const finding = { kind, value: shown(value) }
    count?.(finding)
    const key = `${kind} ${finding.value}`
    if (logged.has(key) || logged.size >= mostLogged) return
    logged.add(key)
    log?.warn(messages[kind], finding)
  }
}

const isTimeZone = (name: string): boolean => {
  try {
    return !/^[+-]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Remembers what it was told about a time zone: making a formatter is slow. */
const createTimeZoneTest = (): ((name: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (name) => {
    const valid = known.get(name) ?? isTimeZone(name)
    if (known.size < mostLogged) known.set(name, valid)
    return valid
  }
}

/** Reports the records of a page that were set aside. */
export const reportRejected = (findings: Findings, page: RecordsRead<unknown>): void => {
  // Which element of an array it was does not make it another finding.
  for (const { problems } of page.rejected)
    findings('rejected-record', problems.join(', ').replaceAll(/\.\d+(?=[.:])/g, '.*'))
}

/** Reports what is unknown about an absence. */
export const reportAbsence = (findings: Findings, { $type, start, end }: ReadAbsence): void => {
  if (!knownAbsenceTypes.includes($type)) findings('absence-type', $type)
  for (const boundary of end ? [start, end] : [start])
    if (!knownBoundaryTypes.includes(boundary.$type)) findings('boundary-type', boundary.$type)
}

type Zoned = { startTimeZone: string; endTimeZone: string }

/** Reports the time zones of clockings that are not IANA zones. */
export const createTimeZoneReport = (findings: Findings): ((clocking: Zoned) => void) => {
  const isKnown = createTimeZoneTest()
  return ({ startTimeZone, endTimeZone }) => {
    for (const zone of new Set([startTimeZone, endTimeZone]))
      if (!isKnown(zone)) findings('time-zone', zone)
  }
}
