import { unfoundIn } from '../../attendance/missing/unfound.ts'
import type { UnreadRecords } from '../../attendance/missing/unread-records.ts'
import { isNameless } from '../../workforce/nameless.ts'
import type { Merged, WithAgain } from './shown.ts'

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
 * An answer with the records without an id that another one has.
 * @param mayBeKnown whether they may be what is known to lie where the other one asked
 */
const withNameless = <T>(first: Merged<T>, second: Merged<T>, mayBeKnown: boolean): Merged<T> => {
  const shown = new Set(first.unread)
  const added = second.unread.filter((id) => isNameless(id) && !shown.has(id))
  return {
    ...first,
    unread: [...first.unread, ...added],
    unsure: second.isComplete && !mayBeKnown ? first.unsure : [...first.unsure, ...added],
  }
}

/**
 * An answer whose records without an id may be what it lacks, where one that asked elsewhere shows what lies in both: that one
 * may show it with its id.
 */
const perhapsTwice = <T>(answer: Merged<T>, lacked: readonly string[]): Merged<T> =>
  lacked.length === 0
    ? answer
    : { ...answer, unsure: [...answer.unsure, ...answer.unread.filter(isNameless)] }

/** An answer, and what another one adds to it about what is known already. */
export const withKnown = <T extends { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  isKnown: (id: string) => boolean,
): Merged<T> => {
  const shown = new Set(first.records.map(({ id }) => id))
  const added = second.records.filter(({ id }) => !shown.has(id) && isKnown(id))
  const unread = second.unread.filter((id) => !shown.has(id) && isKnown(id))
  return {
    records: [...first.records, ...added],
    unread: [...new Set([...first.unread, ...unread])],
    unsure: first.unsure,
    lost: first.lost,
    isComplete: first.isComplete,
  }
}

/**
 * The answer to a window, with what was asked for again where it was before, and what is to be remembered of that.
 * @param isWanted whether a record is to be read wherever it is shown, by id
 */
export const withAgain = <P, T extends P & { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  isWanted: (id: string) => boolean,
  beside: Beside<P>,
): WithAgain<T> => {
  const { byFirst, bySecond } = lostBetween(first, second, beside)
  const both = withKnown(perhapsTwice(first, byFirst), second, isWanted)
  const isShown = new Set(first.unread)
  return {
    shown: { ...withNameless(both, second, false), lost: [...byFirst, ...bySecond] },
    asked: {
      isWhole: second.isComplete,
      unread: second.unread.filter((id) => !isShown.has(id)),
      hasLost: bySecond.length > 0 || lackedBy(second, beside.known, beside.isInSecond).length > 0,
    },
  }
}

/**
 * An answer with what is known and was looked for everywhere else. One whose id cannot be read may be the one that is
 * looked for, or was shown a moment before, or another that is known.
 * @param second what was shown elsewhere
 * @param isKnown whether a record is known, by id
 * @param unread what is remembered of records that could not be read
 */
export const withElsewhere = <P, T extends P & { id: string }>(
  answer: Merged<T>,
  second: Merged<T>,
  isKnown: (id: string) => boolean,
  unread: UnreadRecords | null,
  beside: Beside<P>,
): Merged<T> => {
  const { byFirst, bySecond } = lostBetween(answer, second, beside)
  const both = withKnown(perhapsTwice(answer, byFirst), second, isKnown)
  const mayBeKnown =
    bySecond.length > 0 ||
    lackedBy(both, beside.known, beside.isInSecond).length > 0 ||
    unfoundIn(unread, answer, second).length > 0
  const found = withNameless(both, second, mayBeKnown)
  return { ...found, lost: [...found.lost, ...byFirst, ...bySecond] }
}
