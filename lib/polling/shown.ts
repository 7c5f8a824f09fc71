import type { AskedAgain, Range } from '../attendance/snapshot.ts'
import { isNameless } from '../workforce/nameless.ts'
import type { RecordsRead } from '../workforce/reading.ts'
import { readWhole, type WholeAnswer } from '../workforce/whole-answer.ts'

/** The answer to a question that was asked in one piece or several. */
export type Merged<T> = { records: T[]; unread: string[]; isComplete: boolean }

/** Reads listings whole, one after another; a record that two of them show is the later one. */
export const readAll = async <T extends { id: string }>(
  listings: readonly (() => AsyncIterable<RecordsRead<T>>)[],
): Promise<Merged<T>> => {
  const answers: WholeAnswer<T>[] = []
  for (const list of listings) answers.push(await readWhole(list))
  return merged(answers)
}

/** Marks of records without an id, each with its number among those that are alike. */
const numbered = (marks: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return marks.map((mark) => {
    const count = (counts.get(mark) ?? 0) + 1
    counts.set(mark, count)
    return `${mark} ${count}`
  })
}

const merged = <T extends { id: string }>(answers: readonly WholeAnswer<T>[]): Merged<T> => {
  const records = new Map(answers.flatMap((each) => each.records.map((one) => [one.id, one])))
  const rejected = answers.map((each) => each.rejected.map(({ id }) => id))
  const named = rejected.flat().filter((id) => !isNameless(id) && !records.has(id))
  // Pieces show what lies across their borders twice.
  const unnamed = rejected.flatMap((ids) => numbered(ids.filter(isNameless)))
  return {
    records: [...records.values()],
    unread: [...new Set([...named, ...unnamed])],
    isComplete: answers.every(({ isStable }) => isStable),
  }
}

/** How a record is known that cannot be read; undefined where it never was. */
type KnownAs<P> = (id: string) => P | undefined

/**
 * Whether what an answer shows is not shown by another one that asked where it lies: it may have
 * lost its id between the two. One that cannot be read lies where it is known to.
 */
export const hasLostSome = <P, T extends P & { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  isThere: (place: P) => boolean,
  knownAs: KnownAs<P>,
): boolean => {
  const again = new Set([...second.records.map(({ id }) => id), ...second.unread])
  const isUnreadThere = (id: string) => {
    const known = knownAs(id)
    return known !== undefined && isThere(known)
  }
  return (
    first.records.some((record) => isThere(record) && !again.has(record.id)) ||
    first.unread.some((id) => !again.has(id) && isUnreadThere(id))
  )
}

/**
 * What was shown where something was asked for again, beside an answer.
 * @param second null where that could not be had
 * @param isThere whether a record lies where that asked
 */
export const shownBeside = <P, T extends P & { id: string }>(
  first: Merged<T>,
  second: Merged<T> | null,
  isThere: (place: P) => boolean,
  knownAs: KnownAs<P>,
): Omit<AskedAgain, keyof Range> => {
  if (second === null) return { isWhole: false, unread: [], hasLost: false }
  const shown = new Set(first.unread)
  return {
    isWhole: second.isComplete,
    unread: second.unread.filter((id) => !shown.has(id)),
    hasLost: hasLostSome(first, second, isThere, knownAs),
  }
}

/** An answer with the records without an id that another one has. */
export const withNameless = <T>(first: Merged<T>, second: Merged<T>): Merged<T> => ({
  ...first,
  unread: [...new Set([...first.unread, ...second.unread.filter(isNameless)])],
})

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
    isComplete: first.isComplete,
  }
}
