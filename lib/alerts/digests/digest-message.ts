import type { Digest } from '../../platform/alert-settings.ts'
import type { Message, Section } from '../message.ts'
import type { Reading } from '../phrase.ts'
import type { Freshness, Wording } from '../wording/wording.ts'
import { type Asking, peopleOf } from './people.ts'
import type { SavedState } from './saved-state.ts'

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
  const sections = digest.include.flatMap((part): Section[] => {
    const people = peopleOf(part, saved.employees, { ...asking, show: digest.show })
    if (people.length === 0) return []
    const heading = [say.heading(part, people.length, freshness)]
    return [{ heading, lines: people.map((person) => say.person(part, person, reading)) }]
  })
  const uncertain: Section[] =
    saved.uncertain > 0 ? [{ heading: [say.uncertain(saved.uncertain)], lines: [] }] : []
  const isNothing = sections.length === 0 && !freshness.isStale
  if (isNothing && uncertain.length === 0 && digest.skipEmpty) return null
  return {
    headline: isNothing
      ? say.nothing(digest.name, digest.include, freshness, reading)
      : say.headline(digest.name, freshness, reading),
    sections: [...sections, ...uncertain],
  }
}
