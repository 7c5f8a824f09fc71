import type { AskedAgain, Range, Shown } from '../../attendance/snapshot.ts'
import { WorkforceError } from '../../workforce/errors.ts'
import type { RecordsRead } from '../../workforce/listing.ts'
import { isNameless, numberedMarks } from '../../workforce/nameless.ts'
import { readWhole, type WholeAnswer } from '../../workforce/whole-answer.ts'

/** The answer to a question that was asked in one piece or several. */
export type Merged<T> = Pick<Shown<T>, 'records' | 'unread' | 'unsure' | 'isComplete'>

/**
 * Reads listings whole, one after another; a record that two of them show is the later one. Where something that is
 * known vanishes while a listing is read, or may have, the answer is not known to be whole.
 */
export const readAll = async <T extends { id: string }>(
  listings: readonly (() => AsyncIterable<RecordsRead<T>>)[],
  isKnown: (id: string) => boolean,
): Promise<Merged<T>> => {
  const answers: WholeAnswer<T>[] = []
  for (const list of listings) answers.push(await readWhole(list))
  return merged(answers, isKnown)
}

/** What is asked beside a window or its dates, which nothing else must fail with: null where it cannot be had. */
export const whereItCanBeHad = async <T>(asking: Promise<T>): Promise<T | null> => {
  try {
    return await asking
  } catch (error) {
    if (error instanceof WorkforceError) return null
    throw error
  }
}

const hasLost = <T extends { id: string }>(
  { vanished }: WholeAnswer<T>,
  isKnown: (id: string) => boolean,
): boolean =>
  [...vanished.records, ...vanished.rejected].some(({ id }) => isNameless(id) || isKnown(id))

/** The answers to several questions as one. */
export const merged = <T extends { id: string }>(
  answers: readonly WholeAnswer<T>[],
  isKnown: (id: string) => boolean,
): Merged<T> => {
  const records = new Map(answers.flatMap((each) => each.records.map((one) => [one.id, one])))
  const rejected = answers.map((each) => each.rejected.map(({ id }) => id))
  const named = rejected.flat().filter((id) => !isNameless(id) && !records.has(id))
  // Pieces show what lies across their borders twice.
  const unnamed = rejected.flatMap((ids) => numberedMarks(ids.filter(isNameless)))
  return {
    records: [...records.values()],
    unread: [...new Set([...named, ...unnamed])],
    unsure: [],
    isComplete: answers.every((each) => each.isStable && !hasLost(each, isKnown)),
  }
}

/** Records by their ids, and where each lies. */
export type Places<P> = readonly (readonly [id: string, place: P])[]

/**
 * Where the records lie that an answer shows; one that cannot be read, where it was known to.
 * @param known all that is known of the person
 */
export const placesShown = <P, T extends P & { id: string }>(
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
 * Whether an answer lacks one of some records where it asked for them: it may show that one
 * without its id.
 * @param isThere whether an answer that asked there must show what lies at a place
 */
export const lacksAny = <P>(
  { records, unread }: Pick<Merged<{ id: string }>, 'records' | 'unread'>,
  places: Places<P>,
  isThere: (place: P) => boolean,
): boolean => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  return places.some(([id, place]) => !shown.has(id) && isThere(place))
}

/**
 * What was shown where something was asked for again, beside an answer.
 * @param second null where that could not be had
 * @param known all that is known of the person
 * @param isThere whether a record lies where that asked
 */
export const shownBeside = <P, T extends P & { id: string }>(
  first: Merged<T>,
  second: Merged<T> | null,
  known: Places<P>,
  isThere: (place: P) => boolean,
): Omit<AskedAgain, keyof Range> => {
  if (second === null) return { isWhole: false, unread: [], hasLost: false }
  const shown = new Set(first.unread)
  return {
    isWhole: second.isComplete,
    unread: second.unread.filter((id) => !shown.has(id)),
    hasLost: lacksAny(second, [...placesShown<P, T>(first, []), ...known], isThere),
  }
}

/**
 * An answer with the records without an id that another one has.
 * @param mayBeKnown whether they may be what is known to lie where the other one asked
 */
export const withNameless = <T>(
  first: Merged<T>,
  second: Merged<T>,
  mayBeKnown: boolean,
): Merged<T> => {
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
 * @param isLacking whether the answer lacks something that the other one shows, though it asked there too
 */
export const perhapsTwice = <T>(answer: Merged<T>, isLacking: boolean): Merged<T> =>
  isLacking
    ? { ...answer, unsure: [...answer.unsure, ...answer.unread.filter(isNameless)] }
    : answer

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
    isComplete: first.isComplete,
  }
}
