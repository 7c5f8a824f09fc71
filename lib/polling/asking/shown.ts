import type { Range, Shown } from '../../attendance/snapshot.ts'
import { WorkforceError } from '../../workforce/errors.ts'
import type { RecordsRead } from '../../workforce/listing.ts'
import { isNameless, numberedMarks } from '../../workforce/nameless.ts'
import { readWhole, type WholeAnswer } from '../../workforce/whole-answer.ts'

/** The answer to a question that was asked in one piece or several. */
export type Merged<T> = Pick<
  Shown<T>,
  'records' | 'unread' | 'places' | 'unsure' | 'lost' | 'lackedElsewhere' | 'isComplete'
>

/** What one of several listings showed, which was asked for a range. */
export type PieceShown<T> = { range: Range; shown: Merged<T> }

/** The ids of what one of several answers shows and another one lacks, though it asked there, too. */
export type LostAmong<T> = (pieces: readonly PieceShown<T>[]) => string[]

/** A listing, and the range that it is asked for. */
export type Piece<T> = { range: Range; list: () => AsyncIterable<RecordsRead<T>> }

/**
 * Reads listings whole, one after another; a record that two of them show is the later one. Where something
 * vanishes or changes while a listing is read, or may have, the answer is not known to be whole: replicas may lag, and what
 * nobody was told of yet is asked for once more.
 */
export const readAll = async <T extends { id: string }>(
  pieces: readonly Piece<T>[],
  lostAmong: LostAmong<T>,
): Promise<Merged<T>> => {
  const answers: [Range, WholeAnswer<T>][] = []
  for (const { range, list } of pieces) answers.push([range, await readWhole(list)])
  return asOne(answers, lostAmong)
}

/** The answers about several ranges as one. */
export const asOne = <T extends { id: string }>(
  answers: readonly (readonly [Range, WholeAnswer<T>])[],
  lostAmong: LostAmong<T>,
): Merged<T> => {
  const shown = merged(answers.map(([, answer]) => answer))
  // Of one alone there is nothing to compare, as mostly.
  if (answers.length < 2) return shown
  const each = answers.map(([range, answer]) => ({ range, shown: merged([answer]) }))
  return { ...shown, lost: lostAmong(each) }
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

/** Whether the readings of a listing show other things, or show them differently. */
const doDiffer = ({ vanished, hasChanged }: WholeAnswer<unknown>): boolean =>
  hasChanged || vanished.records.length + vanished.rejected.length > 0

/** What stands for the records of an answer that cannot be read: their ids, or marks with their numbers. */
export const unreadIn = <T>({ rejected }: WholeAnswer<T>): string[] => {
  const ids = rejected.map(({ id }) => id)
  return [...ids.filter((id) => !isNameless(id)), ...numberedMarks(ids.filter(isNameless))]
}

/** The answers to several questions as one. */
export const merged = <T extends { id: string }>(answers: readonly WholeAnswer<T>[]): Merged<T> => {
  const records = new Map(answers.flatMap((each) => each.records.map((one) => [one.id, one])))
  // Pieces show what lies across their borders twice.
  const unread = answers.flatMap(unreadIn).filter((id) => !records.has(id))
  return {
    records: [...records.values()],
    unread: [...new Set(unread)],
    places: {},
    unsure: [],
    lost: [],
    lackedElsewhere: [],
    isComplete: answers.every((each) => each.isStable && !doDiffer(each)),
  }
}

/** An answer, each of whose records that cannot be read was shown in one of some ranges. */
export const placed = <T>(
  shown: Merged<T>,
  unreadOf: readonly (readonly [Range, readonly string[]])[],
): Merged<T> => ({
  ...shown,
  places: Object.fromEntries(
    unreadOf.flatMap(([range, ids]) => ids.map((id) => [id, range] as const)),
  ),
})
