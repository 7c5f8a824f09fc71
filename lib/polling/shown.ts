import type { RecordsRead } from '../workforce/reading.ts'
import { readWhole, type WholeAnswer } from '../workforce/whole-answer.ts'

/** The answer to a question that was asked in one piece or several. */
export type Merged<T> = { records: T[]; unread: (string | null)[]; isComplete: boolean }

/** Reads listings whole, one after another; a record that two of them show is the later one. */
export const readAll = async <T extends { id: string }>(
  listings: readonly (() => AsyncIterable<RecordsRead<T>>)[],
): Promise<Merged<T>> => {
  const answers: WholeAnswer<T>[] = []
  for (const list of listings) answers.push(await readWhole(list))
  return merged(answers)
}

const merged = <T extends { id: string }>(answers: readonly WholeAnswer<T>[]): Merged<T> => {
  const records = new Map(answers.flatMap((each) => each.records.map((one) => [one.id, one])))
  const rejected = answers.flatMap((each) => each.rejected.map(({ id }) => id))
  const named = new Set(rejected.filter((id) => id !== null && !records.has(id)))
  // Pieces show what lies across their borders twice, so that no more than the most are distinct.
  const counts = answers.map((each) => each.rejected.filter(({ id }) => id === null).length)
  const unnamed = Array<null>(Math.max(0, ...counts)).fill(null)
  return {
    records: [...records.values()],
    unread: [...named, ...unnamed],
    isComplete: answers.every(({ isStable }) => isStable),
  }
}

/** Of two answers that have records without an id, the more: they may be the same ones. */
export const withNameless = <T>(first: Merged<T>, second: Merged<T>): Merged<T> => {
  const nameless = (answer: Merged<T>) => answer.unread.filter((id) => id === null)
  const missing = nameless(second).slice(nameless(first).length)
  return { ...first, unread: [...first.unread, ...missing] }
}

/** An answer, and what another one adds to it about what is known already. */
export const withKnown = <T extends { id: string }>(
  first: Merged<T>,
  second: Merged<T>,
  isKnown: (id: string) => boolean,
): Merged<T> => {
  const shown = new Set(first.records.map(({ id }) => id))
  const added = second.records.filter(({ id }) => !shown.has(id) && isKnown(id))
  const unread = second.unread.filter((id) => id !== null && !shown.has(id) && isKnown(id))
  const named = new Set([...first.unread.filter((id) => id !== null), ...unread])
  return {
    records: [...first.records, ...added],
    unread: [...named, ...first.unread.filter((id) => id === null)],
    isComplete: first.isComplete,
  }
}
