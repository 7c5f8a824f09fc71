import type { SavedState } from '../../store/saved-state.ts'
import type { Digest } from '../rules/alert-settings.ts'
import type { Message, Section } from '../wording/message.ts'
import { hasOtherClock, type Reading } from '../wording/phrase.ts'
import { type Freshness, type Listed, lastHeard, type Wording } from '../wording/wording.ts'
import type { Asking } from './asking.ts'
import { peopleOf } from './people.ts'
import { returnDay } from './returning.ts'

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

/** What distinguishes the people of a list from those of the same name. */
export const namesakesIn = (
  people: readonly Listed[],
  { distinguish }: Pick<Wording, 'distinguish'>,
): ReadonlyMap<string, string> =>
  distinguish(people.map(({ employeeId: id, ...person }) => ({ ...person, id })))

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
    // Who has been in for too long had been so when last heard.
    const at = part === 'open-clockings' ? (lastHeard(freshness) ?? asking.now) : asking.now
    const people = peopleOf(part, saved.employees, { ...asking, now: at, show: digest.show })
    const about = { part, count: people.length, freshness, returning }
    return people.length === 0 ? [] : [{ about, people }]
  })
  const apart = namesakesIn(
    parts.flatMap(({ people }) => people),
    wording,
  )
  const sections = parts.map(
    ({ about, people }): Section => ({
      heading: [say.heading(about)],
      lines: people.map((person) =>
        say.person(about.part, person, freshness, { ...reading, apart }),
      ),
    }),
  )
  const doubts = doubtsOf(saved, freshness, wording, reading)
  const isNothing = sections.length === 0 && !freshness.isStale
  if (isNothing && doubts.length === 0 && digest.skipEmpty) return null
  const isMixed = hasOtherClock(sections.flatMap(({ lines }) => lines))
  return {
    headline: isNothing
      ? say.nothing(digest.name, freshness, reading)
      : say.headline(digest.name, freshness, { ...reading, isMixed }),
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
