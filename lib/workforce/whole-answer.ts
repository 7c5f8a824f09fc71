import { isDeepStrictEqual } from 'node:util'
import type { RecordsRead } from './listing.ts'
import { isNameless, numberedMarks } from './nameless.ts'
import type { RejectedRecord } from './rejected.ts'

/** All that a listing shows. */
export type WholeAnswer<T> = {
  records: T[]
  /** Records that break the contract, and that no page shows in a form that can be read. */
  rejected: RejectedRecord[]
  /** Whether nothing that stood while it was read can be missing. */
  isStable: boolean
  /** What an earlier pass showed, and the last does not: it may have gone meanwhile, or be shown by some replicas alone. */
  vanished: Pick<WholeAnswer<T>, 'records' | 'rejected'>
  /** Whether two passes show one record differently: it may have been corrected meanwhile, or some replicas lag. */
  hasChanged: boolean
}

/** Who changes a listing four times while it is read will do so a fifth time. */
const mostPasses = 4
/** Of passes that do not agree no more is kept: whoever sends other pages each time fills memory. */
const mostPagesKept = 60
/** Of what vanishes while a listing is read no more is kept: who has so much to hide is not known to be whole. */
const mostVanished = 10_000

/** One reading of a listing, first page to last. */
type Pass<T> = {
  pages: number
  records: Map<string, T>
  rejected: Map<string, RejectedRecord>
  /** Rejected ones whose id cannot be read. */
  nameless: RejectedRecord[]
  /** Whether two pages show the same record. */
  isOverlapping: boolean
}

const readPass = async <T extends { id: string }>(
  pages: AsyncIterable<RecordsRead<T>>,
): Promise<Pass<T>> => {
  const pass: Pass<T> = {
    pages: 0,
    records: new Map(),
    rejected: new Map(),
    nameless: [],
    isOverlapping: false,
  }
  const isShown = (id: string): boolean => pass.records.has(id) || pass.rejected.has(id)
  for await (const { records, rejected } of pages) {
    pass.pages += 1
    const named = rejected.filter(({ id }) => !isNameless(id))
    const ids = [...records, ...named].map(({ id }) => id)
    pass.isOverlapping ||= ids.some(isShown)
    for (const record of records) pass.records.set(record.id, record)
    for (const one of named) pass.rejected.set(one.id, one)
    pass.nameless.push(...rejected.filter(({ id }) => isNameless(id)))
  }
  for (const id of pass.records.keys()) pass.rejected.delete(id)
  return pass
}

const showsAllOf = (pass: Pass<unknown>, other: Pass<unknown>): boolean =>
  [...other.records.keys(), ...other.rejected.keys()].every(
    (id) => pass.records.has(id) || pass.rejected.has(id),
  )

const isSameAs = (pass: Pass<unknown>, other: Pass<unknown>): boolean =>
  pass.nameless.length === other.nameless.length &&
  showsAllOf(pass, other) &&
  showsAllOf(other, pass)

/**
 * What slipped past a page took the place of something that the pass showed and that is gone
 * at the next pass, or of something that came while it was read, and made two pages overlap.
 */
const isConfirmedBy = (before: Pass<unknown> | undefined, last: Pass<unknown>): boolean =>
  before !== undefined && !before.isOverlapping && isSameAs(before, last)

/** What either shows; where both do, as the later has it. Only the later where both are too much. */
const joined = <T>(before: Pass<T> | undefined, last: Pass<T>): Pass<T> => {
  const pages = (before?.pages ?? 0) + last.pages
  if (before === undefined || pages > mostPagesKept) return last
  const records = new Map([...before.records, ...last.records])
  const rejected = new Map([...before.rejected, ...last.rejected])
  for (const id of last.records.keys()) rejected.delete(id)
  for (const id of last.rejected.keys()) records.delete(id)
  return { ...last, pages, records, rejected }
}

/** The records of a pass that break the contract: by id, or by their mark and its number. */
const rejectedOf = <T>({ rejected, nameless }: Pass<T>): Map<string, RejectedRecord> => {
  const marks = numberedMarks(nameless.map(({ id }) => id))
  return new Map([...rejected, ...nameless.map((each, n) => [marks[n] ?? each.id, each] as const)])
}

/**
 * What passes before the last showed that this one does not; null: too much of it. Records without an id may have other
 * content in each pass: as long as they are no fewer, none has gone.
 */
type Vanished<T> = Pick<Pass<T>, 'records' | 'rejected'> | null

const vanishedAfter = <T>(
  vanished: Vanished<T>,
  before: Pass<T> | undefined,
  last: Pass<T>,
): Vanished<T> => {
  if (vanished === null || before === undefined) return vanished
  const rejectedNow = rejectedOf(last)
  const areFewer = before.nameless.length > last.nameless.length
  const rejectedBefore = areFewer ? rejectedOf(before) : before.rejected
  const isGone = ([id]: [string, unknown]) => !last.records.has(id) && !rejectedNow.has(id)
  const records = [...vanished.records, ...before.records].filter(isGone)
  const rejected = [...vanished.rejected, ...rejectedBefore].filter(isGone)
  return records.length + rejected.length > mostVanished
    ? null
    : { records: new Map(records), rejected: new Map(rejected) }
}

/** Whether a pass shows a record in another way than those before. */
const hasChangedSince = <T>(before: Pass<T> | undefined, last: Pass<T>): boolean =>
  before !== undefined &&
  [...before.records].some(
    ([id, record]) => last.records.has(id) && !isDeepStrictEqual(last.records.get(id), record),
  )

const listed = <T>({ records, rejected }: Pick<Pass<T>, 'records' | 'rejected'>) => ({
  records: [...records.values()],
  rejected: [...rejected.values()],
})

const answerOf = <T>(pass: Pass<T>, vanished: Vanished<T>, hasChanged: boolean): WholeAnswer<T> => {
  const { records, rejected } = listed(pass)
  return {
    records,
    rejected: [...rejected, ...pass.nameless],
    isStable: vanished !== null,
    vanished: vanished === null ? { records: [], rejected: [] } : listed(vanished),
    hasChanged,
  }
}

/**
 * Reads a listing whole. Pages may shift while they are read: when something on a page that was
 * read is deleted, an item slips to it from the next page, and neither shows it. So a listing of
 * several pages is read again until two passes in a row show the same records and the pages of
 * the first do not overlap, four times at most. A listing of one page is read
 * once; one that has become one page is a reading that must agree with another, like any.
 *
 * Of a record that several pages or passes show, the later is used, and within a pass one that
 * can be read before one that breaks the contract.
 * @param list begins the listing anew, at its first page
 * @returns the last pass, and beside it what earlier ones showed and it does not; or, where no two passes agree,
 * what any of them shows (of very many pages, only the last)
 * @throws what the listing throws
 */
export const readWhole = async <T extends { id: string }>(
  list: () => AsyncIterable<RecordsRead<T>>,
): Promise<WholeAnswer<T>> => {
  let before: Pass<T> | undefined
  let shown: Pass<T> | undefined
  let vanished: Vanished<T> = { records: new Map(), rejected: new Map() }
  let hasChanged = false
  for (let passes = 1; ; passes += 1) {
    const last = await readPass(list())
    const isOfOnePage = before === undefined && last.pages <= 1
    vanished = vanishedAfter(vanished, before, last)
    hasChanged ||= hasChangedSince(shown, last)
    if (isOfOnePage || isConfirmedBy(before, last)) return answerOf(last, vanished, hasChanged)
    shown = joined(shown, last)
    if (passes === mostPasses) return answerOf(shown, null, hasChanged)
    before = last
  }
}
