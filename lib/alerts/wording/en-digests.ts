import type { EpochMs } from '../../attendance/moments.ts'
import { absenceNoun, absenceState, untilText } from './en-absences.ts'
import { heading, subjects, title } from './en-digest-headings.ts'
import { commaSeparated, duration, isoDateText, nameOf, plural, quoted } from './en-units.ts'
import { localDate, type Moment, momentFor, type Phrase, phrase, type Reading } from './phrase.ts'
import { type Freshness, type Listed, lastHeard, type Wording } from './wording.ts'

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

const staleness = (freshness: Freshness, reading: Reading): Phrase => {
  const at = lastHeard(freshness)
  return at === null
    ? ['the time clock has not been heard yet']
    : phrase`the time clock was last heard ${heard(at, reading)}`
}

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

/** What distinguishes somebody from a namesake. */
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
  commaSeparated([
    from === undefined ? [] : phrase`from ${bare(from, zone, reading)}`,
    until === undefined ? [] : phrase`until ${bare(until, zone, reading)}`,
  ])

/** `expected back on Mon 23 Nov`; of a day that is past, `was expected back on Thu 19 Nov`. */
const expectedBack = ({ expectedBack: day, zone }: Listed, { now }: Reading): Phrase => {
  if (day === undefined) return []
  const today = localDate(now, zone)
  if (day === today.toString()) return ['expected back today']
  const isPast = day < today.toString()
  return [`${isPast ? 'was ' : ''}expected back on ${isoDateText(day, today)}`]
}

const beside = (name: string, details: Phrase[]): Phrase => {
  const named = details.filter((each) => each.length > 0)
  return named.length === 0 ? [name] : phrase`${name} (${commaSeparated(named)})`
}

const person: Wording['digest']['person'] = (part, listed, freshness, reading) => {
  const name = nameOf(listed)
  const named = mark(listed, reading)
  const { absenceType } = listed
  const knownAt = lastHeard(freshness) ?? reading.now
  const kind = absenceType === undefined ? [] : [absenceState({ $type: absenceType })]
  switch (part) {
    case 'off-today': {
      const inSince = since(listed.inSince, listed, reading)
      const lastDay = untilText(listed.lastDay, localDate(reading.now, listed.zone))
      return beside(name, [
        named,
        kind,
        withinDay(listed, reading),
        lastDay === '' ? [] : [lastDay],
        expectedBack(listed, reading),
        inSince.length === 0 ? [] : phrase`but clocked in ${inSince}`,
      ])
    }
    case 'returning-tomorrow':
      return beside(name, [
        named,
        listed.expectedBack === undefined ? [] : ['expected'],
        absenceType === undefined ? [] : [`after ${absenceNoun({ $type: absenceType })}`],
      ])
    case 'in-now':
      return inside(listed, reading)
    case 'open-clockings':
      return beside(name, [
        named,
        listed.since === undefined ? [] : [`for ${duration(knownAt - listed.since)}`],
        since(listed.since, listed, reading),
      ])
  }
}

const uncertain = (count: number): string =>
  `${plural(count, 'person', 'people')} could not be read in full lately; what is said of them may be old`

/** Said below the headline, so that nobody takes old facts for present ones. */
const stale = (freshness: Freshness, { now }: Reading): string => {
  const at = lastHeard(freshness)
  return at === null
    ? 'Nothing is known yet'
    : `What follows was known ${duration(now - at)} ago and may no longer be true`
}

/** Digests in English. */
export const digestWording: Wording['digest'] = {
  headline: (name, freshness, reading) =>
    freshness.isStale
      ? phrase`${title(name)}: ${staleness(freshness, reading)}`
      : phrase`${title(name)}, as of ${asOf(freshness, reading)}`,
  nothing: (name, freshness, reading) =>
    phrase`${title(name)}, as of ${asOf(freshness, reading)}: nothing to report`,
  stale,
  heading,
  subjects,
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
