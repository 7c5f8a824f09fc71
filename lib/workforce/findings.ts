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
 * @param log called once with each distinct kind and value
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
