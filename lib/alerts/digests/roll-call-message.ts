import type { SavedState } from '../../store/saved-state.ts'
import { asRead } from '../wording/as-read.ts'
import type { Message, Section } from '../wording/message.ts'
import { hasOtherClock, type Reading } from '../wording/phrase.ts'
import type { Freshness, Listed, Wording } from '../wording/wording.ts'
import type { Asking } from './asking.ts'
import { doubtsOf, namesakesIn } from './digest-message.ts'
import { inNow } from './in-now.ts'
import { byName } from './people.ts'

/** A roll call: everybody who is in now, by job title, those on a break marked. */
export type RollCall = { message: Message; count: number; onBreak: number }

const collator = new Intl.Collator('en')

type Titled = readonly [title: string | null, people: unknown]
/** Job titles in their order; people without one come last. */
const byTitle = ([a]: Titled, [b]: Titled): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return collator.compare(a, b)
}

/** Takes the roll call from the saved state. */
export const rollCallOf = (
  saved: SavedState,
  freshness: Freshness,
  asking: Asking,
  wording: Wording,
  reading: Reading,
): RollCall => {
  const say = wording.rollCall
  const people = saved.employees.flatMap((state): { title: string | null; person: Listed }[] => {
    const person = inNow(state, asking)
    return person === null ? [] : [{ title: state.profile.jobTitle || null, person }]
  })
  const byTitleRead = Map.groupBy(people, ({ title }) => title && asRead(title).trim())
  const sections = [...byTitleRead.values()]
    .map((all) => [all[0]?.title ?? null, all] as const)
    .sort(byTitle)
    .map(([title, all]): Section => {
      const sorted = all.map(({ person }) => person).sort(byName)
      // Those under another heading are distinguished by it.
      const apart = namesakesIn(sorted, wording)
      return {
        heading: [say.jobTitle(title, all.length)],
        lines: sorted.map((person) => say.person(person, { ...reading, apart })),
      }
    })
  const onBreak = people.filter(({ person }) => person.breakSince !== undefined).length
  const doubts = doubtsOf(saved, freshness, wording, reading)
  const isMixed = hasOtherClock(sections.flatMap(({ lines }) => lines))
  const headline = say.headline(people.length, onBreak, freshness, { ...reading, isMixed })
  return {
    message: { headline, sections: [...doubts, ...sections] },
    count: people.length,
    onBreak,
  }
}
