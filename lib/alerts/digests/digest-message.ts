import type { Digest } from '../../platform/alert-settings.ts'
import type { Message, Section } from '../message.ts'
import type { Reading } from '../phrase.ts'
import type { Freshness, Wording } from '../wording/wording.ts'
import { type Asking, peopleOf, returnDay } from './people.ts'
import type { SavedState } from './saved-state.ts'

/** What is to be doubted of the saved state, said before anything else. */
export const doubtsOf = (
  { uncertain }: SavedState,
  freshness: Freshness,
  wording: Wording,
  reading: Reading,
): Section[] => [
  ...(freshness.isStale
    ? [{ heading: [wording.digest.stale(freshness, reading)], lines: [] }]
    : []),
  ...(uncertain > 0 ? [{ heading: [wording.digest.uncertain(uncertain)], lines: [] }] : []),
]

/**
 * A digest of the saved state. Where there is nothing to say it is one line; where the feed is
 * stale, the headline says so, and no list speaks of now.
 * @returns null where there is nothing to say and the digest is to be skipped then
 */
export const digestMessage = (
  digest: Digest,
  saved: SavedState,
  freshness: Freshness,
  asking: Asking,
  wording: Wording,
  reading: Reading,
): Message | null => {
  const say = wording.digest
  const { date, isTomorrow } = returnDay(asking)
  const returning = { date: date.toString(), isTomorrow }
  const parts = digest.include.flatMap((part) => {
    const people = peopleOf(part, saved.employees, { ...asking, show: digest.show })
    const about = { part, count: people.length, freshness, returning }
    return people.length === 0 ? [] : [{ about, people }]
  })
  const sections = parts.map(
    ({ about, people }): Section => ({
      heading: [say.heading(about)],
      lines: people.map((person) => say.person(about.part, person, reading)),
    }),
  )
  const doubts = doubtsOf(saved, freshness, wording, reading)
  const isNothing = sections.length === 0 && !freshness.isStale
  if (isNothing && doubts.length === 0 && digest.skipEmpty) return null
  return {
    headline: isNothing
      ? say.nothing(digest.name, freshness, reading)
      : say.headline(digest.name, freshness, reading),
    ...(sections.length > 0 &&
      !freshness.isStale && {
        subjects: say.subjects(
          digest.name,
          parts.map(({ about }) => about),
        ),
      }),
    sections: [...doubts, ...sections],
  }
}
