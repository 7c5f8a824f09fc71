import { Temporal } from 'temporal-polyfill'
import { day, hour, minute } from '../../attendance/moments.ts'
import { localDate, type Moment, type Phrase, phrase } from './phrase.ts'

/** Numbers, durations, dates and names in English. */

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `1 break`, `2 breaks`, `1,204 people`. */
export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`

/** Milliseconds as `8 h 29 min`; `3 days 2 h` from two days on. */
export const duration = (milliseconds: number): string => {
  const total = Math.floor(milliseconds / minute)
  if (total < 1) return 'less than a minute'
  if (milliseconds >= 2 * day) {
    const days = plural(Math.floor(milliseconds / day), 'day')
    const hours = Math.floor((milliseconds % day) / hour)
    return hours === 0 ? days : `${days} ${hours} h`
  }
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  return [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 ? [`${minutes} min`] : [])].join(
    ' ',
  )
}

/** `Thu 19 Nov`; with the year where it is not that of `near`. */
export const dateText = (date: Temporal.PlainDate, near = date): string => {
  const text = `${weekdays[date.dayOfWeek - 1]} ${date.day} ${months[date.month - 1]}`
  return date.year === near.year ? text : `${text} ${date.year}`
}

/** `YYYY-MM-DD` as `Thu 19 Nov`; with the year where it is not that of `near`. */
export const isoDateText = (date: string, near?: Temporal.PlainDate): string =>
  dateText(Temporal.PlainDate.from(date), near)

const timeText = ({ at, zone }: Moment): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** `in London`; a zone that is no place stays as it is. */
export const placeOfZone = (zone: string): string =>
  zone.includes('/') ? `in ${zone.split('/').at(-1)?.replaceAll('_', ' ')}` : zone

const inSentence = (moment: Moment): string => {
  const { at, zone, as, bare } = moment
  const time = timeText(moment)
  if (as === 'time') return bare ? time : `at ${time}`
  const date = dateText(localDate(at, zone))
  return bare ? `${date}, ${time}` : `on ${date} at ${time}`
}

/** `at 17:31`, `on Thu 19 Nov at 17:31`, `at 09:31 in Los Angeles`. */
export const momentText = (moment: Moment): string => {
  const text = inSentence(moment)
  return moment.elsewhere || moment.isPlaced ? `${text} ${placeOfZone(moment.zone)}` : text
}

/** What Slack makes of the moment by the reader's clock: `05:02 your time`. */
export const slackMomentText = ({ as }: Moment): string =>
  as === 'time' ? '{time} your time' : '{date_short} {time} your time'

/** `17:31 in London`, `Thu 19 Nov 17:31 in London`. */
export const besideText = (moment: Moment): string => {
  const { zone, as } = moment
  const date = as === 'time' ? '' : `${dateText(localDate(moment.at, zone))} `
  return `${date}${timeText(moment)} ${placeOfZone(zone)}`
}

/** In characters as a reader counts them. */
const longestName = 100
const shortestWordEnd = 40
const mostUnits = 400
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text cut between two words, or in a word that is as long as all that may be said. */
const shortened = (text: string): string => {
  // So many code units are never fewer characters.
  if (text.length <= longestName) return text
  // One character may be of any number of marks.
  const bounded = text.slice(0, mostUnits).replace(/[\ud800-\udbff]$/, '')
  const all = [...characters.segment(bounded)].map(({ segment }) => segment)
  if (all.length <= longestName) return bounded.length < text.length ? `${bounded}…` : text
  const kept = all.slice(0, longestName)
  const space = kept.lastIndexOf(' ')
  const end = all[longestName] === ' ' || space < shortestWordEnd ? longestName : space
  return `${kept.slice(0, end).join('')}…`
}

// Line breaks, controls and marks that turn the direction of what follows.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Nothing of it is seen. */
const invisible = /^[\p{Cf}\p{M}\s\u115f\u1160\u2800\u3164\uffa0]*$/u
const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * Text from the Workforce API as it may stand in a sentence: in one line, of bounded length,
 * and, where it runs from right to left, set apart from the words around it.
 */
export const quoted = (text: string): string => {
  const short = shortened(text.replace(unprintable, ' ').trim())
  return rightToLeft.test(short) ? isolated(short) : short
}

const visible = (text: string): string => (invisible.test(text) ? '' : text)

/** A person's name; never empty. */
export const nameOf = (person: { givenName: string; familyName: string }): string =>
  visible(quoted(`${person.givenName} ${person.familyName}`)) || 'An employee'

/** `James'`, `Amina O'Neill's`. */
export const possessive = (name: string): string => `${name}${/s\u2069?$/.test(name) ? "'" : "'s"}`

/** So many of several things are named in one sentence. */
const mostNamed = 8

/** Texts with commas between them; of very many the first few, and how many more there are. */
export const listed = (texts: readonly string[]): string =>
  texts.length <= mostNamed
    ? texts.join(', ')
    : [...texts.slice(0, mostNamed - 1), andMore(texts.length - mostNamed + 1)].join(', ')

/** Stands for what there is no room for. */
export const andMore = (count: number): string => `… and ${count.toLocaleString('en')} more`

/** Phrases with commas between them; of very many the first few. */
export const joinedFew = (phrases: readonly Phrase[]): Phrase =>
  phrases.length <= mostNamed
    ? commaSeparated(phrases)
    : commaSeparated([
        ...phrases.slice(0, mostNamed - 1),
        [andMore(phrases.length - mostNamed + 1)],
      ])

/** Phrases with commas between them. */
export const commaSeparated = (phrases: readonly Phrase[]): Phrase =>
  phrases
    .filter((each) => each.length > 0)
    .reduce((all, each) => (all.length === 0 ? each : phrase`${all}, ${each}`), [])
