import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { ProblemError, type RequestName } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { isNameless, markOf } from '../../../lib/workforce/nameless.ts'
import { day, type EpochMs, epochMs, minute } from '../oracle/moments.ts'
import type { Asked, Served } from '../oracle/served.ts'
import { type Person, shownAt } from '../organisation/history.ts'
import { endsBeforeItStarts } from '../organisation/wrong-dates.ts'
import type { ApiFaults, Manner } from './api-faults.ts'

export type ServiceOptions = {
  people: ReadonlyMap<string, Person>
  now: () => EpochMs
  faults: ApiFaults
  pageSize: number
  /** Told of each answer as it begins; it grows as its pages go out. */
  onAnswer: (answer: Served) => void
  /** Told of each request as it is sent: by whom, and what for. */
  onCall: (process: string, operation: RequestName) => void
}

/** Whether a clocking is active in a range, by moments that are read once. */
const activeIn = (range: Asked['range']): ((clocking: Clocking) => boolean) => {
  const [from, to] = [epochMs(range.from), epochMs(range.to)]
  return ({ start, end }) => epochMs(start) <= to && (end === null || epochMs(end) >= from)
}

const overlaps = ({ start, end }: Absence, { from, to }: Asked['range']): boolean =>
  start.date <= to && (end === null || end.date >= from)

export type Page<T> = RecordsRead<T> & {
  isLast: boolean
  slipped: string | null
  /** The records that break the contract, whether or not their id can be read. */
  broken: string[]
  /** Those of them whose id cannot be read. */
  nameless: string[]
}

/** A page of what is shown at this moment, in the manner of this answer. */
const pageOf = <T extends { id: string }>(
  shown: T[],
  page: number,
  pageSize: number,
  manner: Manner,
): Page<T> => {
  const listed = shown
    .filter(({ id }) => !manner.missing.has(id))
    .toSorted((a, b) => (a.id < b.id === manner.isAscending ? -1 : 1))
  const index = manner.repeatsPage !== null && page > manner.repeatsPage ? page - 1 : page
  // Something on an earlier page is gone meanwhile, so that all others move up by one.
  const slip = manner.slipsAfter !== null && page > manner.slipsAfter ? 1 : 0
  const items = listed.slice(index * pageSize + slip, (index + 1) * pageSize + slip)
  const isBroken = (item: T): boolean => manner.broken.has(item.id) || endsBeforeItStarts(item)
  const first = slip === 1 && page === (manner.slipsAfter ?? 0) + 1
  return {
    records: items.filter((item) => !isBroken(item)),
    rejected: items.filter(isBroken).map((item, n) => ({
      index: n,
      id: manner.isNameless(item.id) ? markOf(manner.namelessForm(item)) : item.id,
      problems: ['start: invalid_format'],
    })),
    broken: items.filter(isBroken).map(({ id }) => id),
    nameless: items
      .filter((item) => isBroken(item) && manner.isNameless(item.id))
      .map(({ id }) => id),
    isLast: listed.length <= (index + 1) * pageSize + slip,
    slipped: first ? (listed[page * pageSize]?.id ?? null) : null,
  }
}

/** What an answer failed with, in a word. */
const failureOf = (error: unknown): string => {
  if (error instanceof ProblemError) return `${error.status}`
  return error instanceof Error ? error.name : 'unknown'
}

type AnyRecord = Clocking | Absence | Employee

/** One answer that is given page by page. */
export type Session = {
  answer: Served
  /**
   * Gives a page as it stands at this moment.
   * @throws {WorkforceError} where the API fails, or refuses to answer
   */
  give: (page: number) => Page<AnyRecord>
  /** Notes that it failed before it came to the API. */
  failed: (error: unknown) => void
}

const shownOf = <T>(
  versions: Iterable<readonly { from: EpochMs; record: T | null }[]>,
  at: EpochMs,
): T[] => {
  const shown: T[] = []
  for (const each of versions) {
    const record = shownAt(each, at)
    if (record !== null) shown.push(record)
  }
  return shown
}

/** What the truth shows of what is asked for (spec section 4). */
const shownTo = (
  { operation, employeeId, range }: Asked,
  people: ReadonlyMap<string, Person>,
  at: EpochMs,
): AnyRecord[] => {
  const person = people.get(employeeId ?? '')
  if (operation === 'clockings')
    return shownOf(person?.clockings.values() ?? [], at).filter(activeIn(range))
  if (operation === 'absences')
    return shownOf(person?.absences.values() ?? [], at).filter((each) => overlaps(each, range))
  const employments = [...people.values()].map(({ employment }) => employment)
  return shownOf(employments, at).filter(({ _metadata }) => !_metadata.isTerminated)
}

/** @throws {ProblemError} where more is asked for than the API gives (spec section 8) */
const checkLimits = ({ operation, range }: Asked, now: EpochMs): void => {
  if (operation === 'employees') return
  // No clock of a machine is further off than this.
  const reach = now - 90 * day - 5 * minute
  const earliest = operation === 'absences' ? Math.floor(reach / day) * day : reach
  const isTooEarly = epochMs(range.from) < earliest
  const isTooLong = operation === 'clockings' && epochMs(range.to) - epochMs(range.from) > 31 * day
  if (isTooEarly || isTooLong) throw new ProblemError(operation, 422, null)
}

/** Begins an answer of the simulated API to a process. */
export const beginAnswer = (
  process: string,
  asked: Asked,
  { people, now, faults, pageSize, onAnswer }: ServiceOptions,
): Session => {
  const { operation, employeeId, range } = asked
  const ids = shownTo(asked, people, now()).map(({ id }) => id)
  const manner = faults.mannerOf(asked, ids, pageSize)
  const answer: Served = {
    process,
    operation,
    employeeId,
    range,
    from: now(),
    to: now(),
    records: new Map(),
    broken: new Set(),
    nameless: new Set(),
    namelessShown: 0,
    hidden: new Set([...manner.missing, ...manner.broken]),
    isOverlapping: false,
    slipped: new Set(),
    lag: manner.isEmpty ? Number.POSITIVE_INFINITY : manner.lag,
    pages: 0,
    isComplete: false,
    failure: null,
  }
  onAnswer(answer)
  const firstShown = new Map<string, number>()
  const noteOverlap = ({ records, rejected }: Page<AnyRecord>, page: number): void => {
    // One without an id that can be read overlaps with none.
    const named = rejected.map(({ id }) => id).filter((id) => !isNameless(id))
    for (const id of [...records.map((each) => each.id), ...named]) {
      if ((firstShown.get(id) ?? page) !== page) answer.isOverlapping = true
      if (!firstShown.has(id)) firstShown.set(id, page)
    }
  }
  const failed = (error: unknown): void => {
    answer.failure = failureOf(error)
    answer.to = now()
  }
  const read = (page: number): Page<AnyRecord> => {
    checkLimits(asked, now())
    faults.refuse(operation, employeeId)
    const given = manner.isEmpty ? [] : shownTo(asked, people, now() - manner.lag)
    return pageOf(given, page, pageSize, manner)
  }
  return {
    answer,
    failed,
    give: (page) => {
      try {
        const given = read(page)
        for (const record of given.records) answer.records.set(record.id, record)
        for (const id of given.broken) {
          answer.broken.add(id)
          answer.hidden.add(id)
        }
        for (const id of given.nameless) answer.nameless.add(id)
        answer.namelessShown += given.rejected.filter(({ id }) => isNameless(id)).length
        noteOverlap(given, page)
        if (given.slipped !== null) answer.slipped.add(given.slipped)
        answer.pages = page + 1
        answer.to = now()
        answer.isComplete = given.isLast
        answer.failure = null
        return given
      } catch (error) {
        failed(error)
        throw error
      }
    },
  }
}
