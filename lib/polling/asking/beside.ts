import { isNameless } from '../../workforce/nameless.ts'
import type { Merged } from './shown.ts'

/** Records by their ids, and where each lies. */
export type Places<P> = readonly (readonly [id: string, place: P])[]

/**
 * Where the records lie that an answer shows; one that cannot be read, where it was known to.
 * @param known all that is known of the person
 */
const placesShown = <P, T extends P & { id: string }>(
  { records, unread }: Pick<Merged<T>, 'records' | 'unread'>,
  known: Places<P>,
): Places<P> => {
  const isUnread = new Set(unread)
  return [
    ...records.map((record) => [record.id, record] as const),
    ...known.filter(([id]) => isUnread.has(id)),
  ]
}

/**
 * Which of some records an answer lacks where it asked for them, by id: it may show those without
 * their ids.
 * @param isThere whether an answer that asked there must show what lies at a place
 */
const lackedBy = <P>(
  { records, unread }: Pick<Merged<{ id: string }>, 'records' | 'unread'>,
  places: Places<P>,
  isThere: (place: P) => boolean,
): string[] => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  return places.flatMap(([id, place]) => (!shown.has(id) && isThere(place) ? [id] : []))
}

/** Two answers of one poll about a person, of which each may show something that the other asked for, too. */
export type Beside<P> = {
  /** Where everything lies that is known of the person. */
  known: Places<P>
  /** Whether the first must show what lies at a place. */
  isInFirst: (place: P) => boolean
  /** Likewise the second. */
  isInSecond: (place: P) => boolean
}

/**
 * What each of two answers lacks that the other one shows, by id: it may have lost its id between the two, or had none
 * before.
 */
const lostBetween = <P, T extends P & { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  { known, isInFirst, isInSecond }: Beside<P>,
) => ({
  byFirst: lackedBy(first, placesShown(second, known), isInFirst),
  bySecond: lackedBy(second, placesShown(first, known), isInSecond),
})

/**
 * What some answer of several lacks that another one shows, by id, likewise.
 * @param known all that is known of the person
 */
export const lostBetweenAny = <P, T extends P & { id: string }>(
  answers: readonly { shown: Merged<T>; isIn: (place: P) => boolean }[],
  known: Places<P>,
): string[] => [
  ...new Set(
    answers.flatMap((one) => {
      const places = placesShown(one.shown, known)
      return answers.flatMap(({ shown, isIn }) => lackedBy(shown, places, isIn))
    }),
  ),
]

/** An answer, and what another one adds to it about what is known already. */
const withKnown = <T extends { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  isKnown: (id: string) => boolean,
): Merged<T> => {
  const shown = new Set(first.records.map(({ id }) => id))
  const added = second.records.filter(({ id }) => !shown.has(id) && isKnown(id))
  const unread = second.unread.filter((id) => !shown.has(id) && isKnown(id))
  return withUnread({ ...first, records: [...first.records, ...added] }, second, unread)
}

/** An answer with records of another one that cannot be read, and where they are. */
const withUnread = <T>(first: Merged<T>, second: Merged<T>, ids: readonly string[]): Merged<T> => {
  const shown = new Set(first.unread)
  const added = ids.filter((id) => !shown.has(id))
  const places = added.flatMap((id) => {
    const place = second.places[id]
    return place === undefined ? [] : [[id, place] as const]
  })
  return {
    ...first,
    unread: [...first.unread, ...added],
    places: { ...first.places, ...Object.fromEntries(places) },
  }
}

/**
 * An answer with what another question of the same poll shows: what is wanted of that, and all that has no id, which may
 * be anything that one of them showed and the other did not, or that is known and lies where that one asked.
 * @param second with the places of what cannot be read
 * @param isWanted whether a record is to be read wherever it is shown, by id
 */
export const withBeside = <P, T extends P & { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  isWanted: (id: string) => boolean,
  beside: Beside<P>,
): Merged<T> => {
  const { byFirst, bySecond } = lostBetween(first, second, beside)
  const nameless = second.unread.filter(isNameless)
  const both = withUnread(withKnown(first, second, isWanted), second, nameless)
  const isShown = new Set(first.unread)
  const unsure = second.isComplete ? [] : nameless.filter((id) => !isShown.has(id))
  return {
    ...both,
    unsure: [...first.unsure, ...unsure],
    lost: [...first.lost, ...second.lost, ...byFirst, ...bySecond],
    lackedElsewhere: [...first.lackedElsewhere, ...lackedBy(both, beside.known, beside.isInSecond)],
  }
}
