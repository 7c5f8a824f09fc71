import { Temporal } from 'temporal-polyfill'
import type { EpochMs } from '../../attendance/moments.ts'
import type { DigestPart } from '../../platform/alert-settings.ts'
import { localDate, type Moment, momentFor, type Phrase, phrase, type Reading } from '../phrase.ts'
import { absenceNoun, absenceState, untilText } from './en-absences.ts'
import { duration, isoDateText, joined, nameOf, plural, quoted } from './en-units.ts'
import type { DigestHeading, Freshness, Listed, Wording } from './wording.ts'

/** `08:29`; `08:29 in London` where the times of others follow by their clocks. */
const heard = (at: EpochMs, reading: Reading): Moment => ({
  ...momentFor(at, reading.zone, reading),
  ...(reading.isMixed && { isPlaced: true }),
})

/** The moment of `as of 08:29`. */
const asOf = ({ asOf: at }: Freshness, reading: Reading): Moment => ({
  ...heard(at ?? reading.now, reading),
  bare: true,
})

const staleness = ({ asOf: at }: Freshness, reading: Reading): Phrase =>
  at === null
    ? ['the time clock has not been heard yet']
    : phrase`the time clock was last heard ${heard(at, reading)}`

const title = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `Back tomorrow`, `Back on Monday`. */
const back = ({ returning }: DigestHeading): string =>
  returning.isTomorrow ? 'Back tomorrow' : `Back on ${weekdayOf(returning.date)}`
const weekdayOf = (date: string): string =>
  weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? date

const headings: Record<DigestPart, { now: (about: DigestHeading) => string; stale: string }> = {
  'off-today': { now: () => 'Off today', stale: ', as far as was known' },
  'in-now': { now: () => 'In now', stale: '' },
  'open-clockings': { now: () => 'Clocked in for too long', stale: ' when last heard' },
  'returning-tomorrow': { now: back, stale: ', as far as was known' },
}

const headingText = (about: DigestHeading): string => {
  const { part, freshness } = about
  if (!freshness.isStale) return headings[part].now(about)
  // Nobody is said to be in now who was so hours ago.
  return part === 'in-now'
    ? 'In when last heard'
    : `${headings[part].now(about)}${headings[part].stale}`
}

/** What is rare first. */
const subjectParts: readonly { part: DigestPart; of: (about: DigestHeading) => string }[] = [
  { part: 'open-clockings', of: ({ count }) => `${number(count)} clocked in for too long` },
  {
    part: 'returning-tomorrow',
    of: (about) =>
      `${number(about.count)} ${back(about)
        .toLowerCase()
        .replace(/on (.)/, onDay)}`,
  },
  { part: 'off-today', of: ({ count }) => `${number(count)} off today` },
  { part: 'in-now', of: ({ count }) => `${number(count)} in` },
]
const onDay = (_: string, letter: string): string => `on ${letter.toUpperCase()}`
const number = (count: number): string => count.toLocaleString('en')

const since = (at: number | undefined, { zone }: Listed, reading: Reading): Phrase =>
  at === undefined ? [] : phrase`since ${bare(at, zone, reading)}`

const onBreak = (listed: Listed, reading: Reading): Phrase =>
  listed.breakSince === undefined
    ? []
    : phrase`on a break ${since(listed.breakSince, listed, reading)}`

/** `although on holiday`, `away from 12:30`: of somebody who is in. */
const awayAllTheSame = (listed: Listed, reading: Reading): Phrase => {
  const { away, absenceType, zone } = listed
  if (away === undefined) return []
  const state = absenceState(absenceType === undefined ? {} : { $type: absenceType })
  return away.from === undefined
    ? [`although ${state}`]
    : phrase`${state} from ${bare(away.from, zone, reading)}`
}

/** What tells somebody from a namesake. */
const mark = ({ employeeId }: Listed, { apart }: Reading): Phrase => {
  const text = apart?.get(employeeId)
  return text === undefined ? [] : [text]
}

/** Somebody who is in: since when, on a break, and away all the same. */
const inside = (listed: Listed, reading: Reading): Phrase =>
  beside(nameOf(listed), [
    mark(listed, reading),
    since(listed.since, listed, reading),
    onBreak(listed, reading),
    awayAllTheSame(listed, reading),
  ])

const bare = (at: number, zone: string, reading: Reading): Moment => ({
  ...momentFor(at, zone, reading),
  bare: true,
})

const withinDay = ({ from, until, zone }: Listed, reading: Reading): Phrase =>
  joined([
    from === undefined ? [] : phrase`from ${bare(from, zone, reading)}`,
    until === undefined ? [] : phrase`until ${bare(until, zone, reading)}`,
  ])

/** `expected back on Mon 23 Nov`; of a day that is past, `was expected back on Thu 19 Nov`. */
const expectedBack = ({ expectedBack: day, zone }: Listed, { now }: Reading): Phrase => {
  if (day === undefined) return []
  const today = localDate(now, zone).toString()
  if (day === today) return ['expected back today']
  return [`${day < today ? 'was ' : ''}expected back on ${isoDateText(day)}`]
}

const beside = (name: string, details: Phrase[]): Phrase => {
  const told = details.filter((each) => each.length > 0)
  return told.length === 0 ? [name] : phrase`${name} (${joined(told)})`
}

const person: Wording['digest']['person'] = (part, listed, freshness, reading) => {
  const name = nameOf(listed)
  const told = mark(listed, reading)
  const { absenceType } = listed
  const knownAt = freshness.asOf ?? reading.now
  const kind = absenceType === undefined ? [] : [absenceState({ $type: absenceType })]
  switch (part) {
    case 'off-today': {
      const inSince = since(listed.inSince, listed, reading)
      return beside(name, [
        told,
        kind,
        withinDay(listed, reading),
        untilText(listed.lastDay) === '' ? [] : [untilText(listed.lastDay)],
        expectedBack(listed, reading),
        inSince.length === 0 ? [] : phrase`but clocked in ${inSince}`,
      ])
    }
    case 'returning-tomorrow':
      return beside(name, [
        told,
        listed.expectedBack === undefined ? [] : ['expected'],
        absenceType === undefined ? [] : [`after ${absenceNoun({ $type: absenceType })}`],
      ])
    case 'in-now':
      return inside(listed, reading)
    case 'open-clockings':
      return beside(name, [
        told,
        listed.since === undefined ? [] : [`for ${duration(knownAt - listed.since)}`],
        since(listed.since, listed, reading),
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
  heading: (about) => `${headingText(about)} (${number(about.count)})`,
  subjects: (name, all) => {
    const told = subjectParts.flatMap(({ part, of }) =>
      all.filter((about) => about.part === part).map(of),
    )
    const fewer = told.map((_, left) => told.slice(0, told.length - left).join(', '))
    return [...fewer.map((parts) => [`${title(name)}: ${parts}`]), [title(name)]]
  },
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
  person: inside,
}
