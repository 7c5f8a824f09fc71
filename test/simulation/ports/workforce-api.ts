import type { WorkforceClient } from '../../../lib/workforce/client.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { DeadlineError, ProblemError } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/reading.ts'
import { day, type EpochMs, epochMs, minute, utcDate } from '../oracle/moments.ts'
import type { Served } from '../oracle/served.ts'
import { type Person, shownAt } from '../organisation/history.ts'
import type { Process } from '../system/process.ts'
import type { ApiFaults, Manner } from './api-faults.ts'

export type ApiPort = Pick<WorkforceClient, 'listClockings' | 'listAbsences' | 'listEmployees'>

type Options = {
  people: ReadonlyMap<string, Person>
  now: () => EpochMs
  faults: ApiFaults
  pageSize: number
  /** Told of each answer as it begins; it grows as its pages go out. */
  onAnswer: (answer: Served) => void
  onCall: () => void
}

const isActive = ({ start, end }: Clocking, from: EpochMs, to: EpochMs): boolean =>
  epochMs(start) <= to && (end === null || epochMs(end) >= from)

const overlaps = ({ start, end }: Absence, from: string, to: string): boolean =>
  start.date <= to && (end === null || end.date >= from)

type Page<T> = RecordsRead<T> & { isLast: boolean; slipped: string | null }

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
  const isBroken = ({ id }: T): boolean => manner.broken.has(id)
  const first = slip === 1 && page === (manner.slipsAfter ?? 0) + 1
  return {
    records: items.filter((item) => !isBroken(item)),
    rejected: items
      .filter(isBroken)
      .map(({ id }, n) => ({ index: n, id, problems: ['start: invalid_format'] })),
    isLast: listed.length <= (index + 1) * pageSize + slip,
    slipped: first ? (listed[page * pageSize]?.id ?? null) : null,
  }
}

/** The Workforce API as one process sees it (spec section 4), in memory. */
export const workforceApi = (process: Process, options: Options): ApiPort => {
  const { people, now, faults, pageSize, onAnswer, onCall } = options

  async function* list<T extends { id: string }>(
    operation: Served['operation'],
    employeeId: string | null,
    range: Served['range'],
    shown: (at: EpochMs) => T[],
    deadline: EpochMs | undefined,
  ): AsyncGenerator<RecordsRead<T>> {
    const manner = faults.mannerOf(
      operation,
      employeeId,
      shown(now()).map(({ id }) => id),
      pageSize,
    )
    const answer: Served = {
      process: process.name,
      operation,
      employeeId,
      range,
      from: now(),
      to: now(),
      records: new Map(),
      broken: new Set(),
      hidden: new Set([...manner.missing, ...manner.broken]),
      slipped: new Set(),
      lag: manner.isEmpty ? Number.POSITIVE_INFINITY : manner.lag,
      pages: 0,
      isComplete: false,
      failure: null,
    }
    onAnswer(answer)
    const give = (page: number): Page<T> => {
      // Both limits are the service's; no clock of a machine is further off than this.
      const reach = now() - 90 * day - 5 * minute
      if (operation !== 'employees' && epochMs(range.from) < Math.floor(reach / day) * day)
        throw new ProblemError(operation, 422, null)
      if (operation === 'clockings' && epochMs(range.from) < reach)
        throw new ProblemError(operation, 422, null)
      if (operation === 'clockings' && epochMs(range.to) - epochMs(range.from) > 31 * day)
        throw new ProblemError(operation, 422, null)
      faults.refuse(operation, employeeId)
      const given = manner.isEmpty ? [] : shown(now() - manner.lag)
      const read = pageOf(given, page, pageSize, manner)
      for (const record of read.records) answer.records.set(record.id, record)
      for (const { id } of read.rejected) if (id !== null) answer.broken.add(id)
      if (read.slipped !== null) answer.slipped.add(read.slipped)
      answer.pages = page + 1
      answer.to = now()
      answer.isComplete = read.isLast
      return read
    }
    for (let page = 0; ; page++) {
      onCall()
      const wanted = faults.latency()
      const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - process.now()
      const act = (): Page<T> => {
        try {
          if (wanted > left) throw new DeadlineError(operation)
          return give(page)
        } catch (error) {
          answer.failure = error instanceof Error ? failureOf(error) : 'unknown'
          answer.to = now()
          throw error
        }
      }
      const latency = Math.max(0, Math.min(wanted, left))
      const read = await process.effect('api', `${operation} ${employeeId ?? ''}`, act, latency)
      yield { records: read.records, rejected: read.rejected }
      if (read.isLast) return
    }
  }

  const shownOf = <T>(
    versions: Iterable<readonly { from: EpochMs; record: T | null }[]>,
    at: EpochMs,
  ): T[] => [...versions].flatMap((each) => shownAt(each, at) ?? [])

  return {
    listClockings: ({ employeeId, from = '', to = '' }, call = {}) => {
      const [start, end] = [epochMs(from), epochMs(to)]
      const person = people.get(employeeId)
      const shown = (at: EpochMs) =>
        shownOf<Clocking>(person?.clockings.values() ?? [], at).filter((each) =>
          isActive(each, start, end),
        )
      return list('clockings', employeeId, { from, to }, shown, call.deadline)
    },
    listAbsences: ({ employeeId, from = utcDate(now()), to = utcDate(now()) }, call = {}) => {
      const person = people.get(employeeId)
      const shown = (at: EpochMs) =>
        shownOf<Absence>(person?.absences.values() ?? [], at).filter((each) =>
          overlaps(each, from, to),
        )
      return list('absences', employeeId, { from, to }, shown, call.deadline)
    },
    listEmployees: (_request, call = {}) => {
      const shown = (at: EpochMs) =>
        shownOf<Employee>(
          [...people.values()].map(({ employment }) => employment),
          at,
        ).filter(({ _metadata }) => !_metadata.isTerminated)
      return list('employees', null, { from: '', to: '' }, shown, call.deadline)
    },
  }
}

/** What an answer failed with, in a word. */
const failureOf = (error: Error): string =>
  error instanceof ProblemError ? `${error.status}` : error.name
