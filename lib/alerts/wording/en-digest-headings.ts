import { Temporal } from 'temporal-polyfill'
import type { DigestPart } from '../rules/alert-settings.ts'
import type { DigestHeading, Wording } from './wording.ts'

/** What a digest is called: `night-shift` as `Night shift`. */
export const title = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `Back tomorrow`, `Back on Monday`. */
const back = ({ returning }: DigestHeading): string =>
  returning.isTomorrow ? 'Back tomorrow' : `Back on ${weekdayName(returning.date)}`
const weekdayName = (date: string): string =>
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

/** `Off today (4)`, `In when last heard (2)`. */
export const heading: Wording['digest']['heading'] = (about) =>
  `${headingText(about)} (${number(about.count)})`

/** `Morning: 1 clocked in for too long, 4 off today`, and ever less of it. */
export const subjects: Wording['digest']['subjects'] = (name, all) => {
  const named = subjectParts.flatMap(({ part, of }) =>
    all.filter((about) => about.part === part).map(of),
  )
  const fewer = named.map((_, left) => named.slice(0, named.length - left).join(', '))
  return [...fewer.map((parts) => [`${title(name)}: ${parts}`]), [title(name)]]
}
