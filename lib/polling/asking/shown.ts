import type { AskedAgain, Range, Shown } from '../../attendance/snapshot.ts'
import { WorkforceError } from '../../workforce/errors.ts'
import type { RecordsRead } from '../../workforce/listing.ts'
import { isNameless, numberedMarks } from '../../workforce/nameless.ts'
import { readWhole, type WholeAnswer } from '../../workforce/whole-answer.ts'

/** The answer to a question that was asked in one piece or several. */
export type Merged<T> = Pick<Shown<T>, 'records' | 'unread' | 'unsure' | 'lost' | 'isComplete'>

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
    lost: [],
    isComplete: answers.every((each) => each.isStable && !hasLost(each, isKnown)),
  }
}

/** The answer to a window, and what was asked for again beside it. */
export type WithAgain<T> = { shown: Merged<T>; asked: Omit<AskedAgain, keyof Range> }

/** The answer to a window beside which nothing could be had, or was due. */
export const alone = <T>(shown: Merged<T>): WithAgain<T> => ({
  shown,
  asked: { isWhole: false, unread: [], hasLost: false },
})
