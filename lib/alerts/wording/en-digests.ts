import type { DigestPart } from '../../platform/alert-settings.ts'
import { type Moment, momentFor, type Phrase, phrase, type Reading } from '../phrase.ts'
import { absenceState, untilText } from './en-absences.ts'
import { duration, joined, nameOf, plural, quoted } from './en-units.ts'
import type { Freshness, Listed, Wording } from './wording.ts'

/** The moment of `as of 08:29`. */
const asOf = ({ asOf: at }: Freshness, reading: Reading): Moment => ({
  ...momentFor(at ?? reading.now, reading.zone, reading),
  bare: true,
})

const staleness = (freshness: Freshness, reading: Reading): Phrase =>
  freshness.asOf === null
    ? ['the time clock has not been heard yet']
    : phrase`the time clock was last heard ${momentFor(freshness.asOf, reading.zone, reading)}`

const title = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const headings: Record<DigestPart, { now: string; stale: string }> = {
  'off-today': { now: 'Off today', stale: 'Off today, as far as was known' },
  'in-now': { now: 'In now', stale: 'In when last heard' },
  'open-clockings': {
    now: 'Clocked in for too long',
    stale: 'Clocked in for too long when last heard',
  },
  'returning-tomorrow': { now: 'Back tomorrow', stale: 'Back tomorrow, as far as was known' },
}

const onBreak = ({ breakSince, zone }: Listed, reading: Reading): Phrase =>
  breakSince === undefined
    ? []
    : phrase`on a break that began ${momentFor(breakSince, zone, reading)}`

const clockedIn = ({ since, zone }: Listed, reading: Reading): Phrase =>
  since === undefined ? [] : phrase`clocked in ${momentFor(since, zone, reading)}`

const bare = (at: number, zone: string, reading: Reading): Moment => ({
  ...momentFor(at, zone, reading),
  bare: true,
})

const withinDay = ({ from, until, zone }: Listed, reading: Reading): Phrase =>
  joined([
    from === undefined ? [] : phrase`from ${bare(from, zone, reading)}`,
    until === undefined ? [] : phrase`until ${bare(until, zone, reading)}`,
  ])

const beside = (name: string, details: Phrase[]): Phrase => {
  const told = details.filter((each) => each.length > 0)
  return told.length === 0 ? [name] : phrase`${name} (${joined(told)})`
}

const person = (part: DigestPart, listed: Listed, reading: Reading): Phrase => {
  const name = nameOf(listed)
  const { absenceType } = listed
  const kind = absenceType === undefined ? [] : [absenceState({ $type: absenceType })]
  switch (part) {
    case 'off-today':
      return phrase`${beside(name, [kind, withinDay(listed, reading)])}${untilText(listed.lastDay)}`
    case 'returning-tomorrow':
      return beside(name, [kind])
    case 'in-now':
      return beside(name, [onBreak(listed, reading)])
    case 'open-clockings':
      return beside(name, [
        clockedIn(listed, reading),
        listed.since === undefined ? [] : [`${duration(reading.now - listed.since)} ago`],
      ])
  }
}

const uncertain = (count: number): string =>
  `${plural(count, 'person', 'people')} could not be asked about lately; what is said of them may be old`

/** Said below the headline, so that nobody takes old facts for present ones. */
const stale = (freshness: Freshness, { now }: Reading): string =>
  freshness.asOf === null
    ? 'Nothing is known yet'
    : `What follows was known ${duration(now - freshness.asOf)} ago and may no longer be true`

/** Digests in English. */
export const digestWording: Wording['digest'] = {
  headline: (name, freshness, reading) =>
    freshness.isStale
      ? phrase`${title(name)}: ${staleness(freshness, reading)}`
      : phrase`${title(name)}, as of ${asOf(freshness, reading)}`,
  nothing: (name, freshness, reading) =>
    phrase`${title(name)}, as of ${asOf(freshness, reading)}: nothing to report`,
  stale,
  heading: (part, count, { isStale }) =>
    `${isStale ? headings[part].stale : headings[part].now} (${count.toLocaleString('en')})`,
  person,
  uncertain,
}

/** Roll calls in English. */
export const rollCallWording: Wording['rollCall'] = {
  headline: (count, breaks, freshness, reading) => {
    const away = breaks > 0 ? `, ${breaks.toLocaleString('en')} of them on a break` : ''
    const people = `${plural(count, 'person', 'people')} in${away}`
    return freshness.isStale
      ? phrase`Roll call: ${people}, but ${staleness(freshness, reading)}`
      : phrase`Roll call: ${people}, as of ${asOf(freshness, reading)}`
  },
  jobTitle: (job, count) =>
    `${job === null ? 'Without a job title' : quoted(job)} (${count.toLocaleString('en')})`,
  person: (listed) => [
    `${nameOf(listed)}${listed.breakSince === undefined ? '' : ' (on a break)'}`,
  ],
}
