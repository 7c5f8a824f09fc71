import { type EpochMs, epochMs } from '../../../lib/attendance/moments.ts'
import type { WorkforceClient } from '../../../lib/workforce/client.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { DeadlineError } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/reading.ts'
import { type Person, shownAt } from '../organisation/history.ts'
import type { Process } from '../system/process.ts'
import type { ApiFaults, Manner } from './api-faults.ts'

/** One answer, all its pages, as far as it went out. */
export type Answer = {
  process: string
  operation: 'clockings' | 'absences' | 'employees'
  employeeId: string | null
  from: EpochMs
  to: EpochMs
  /** The records that it lacked or gave broken. */
  hidden: ReadonlySet<string>
  /** Whether the last page went out. */
  isComplete: boolean
}

export type ApiPort = Pick<WorkforceClient, 'listClockings' | 'listAbsences' | 'listEmployees'>

type Options = {
  people: ReadonlyMap<string, Person>
  now: () => EpochMs
  faults: ApiFaults
  pageSize: number
  onAnswer: (answer: Answer) => void
  onCall: () => void
}

const isActive = ({ start, end }: Clocking, from: EpochMs, to: EpochMs): boolean =>
  epochMs(start) <= to && (end === null || epochMs(end) >= from)

const overlaps = ({ start, end }: Absence, from: string, to: string): boolean =>
  start.date <= to && (end === null || end.date >= from)

/** A page of what is shown at this moment, in the manner of this answer. */
const pageOf = <T extends { id: string }>(
  shown: T[],
  page: number,
  pageSize: number,
  manner: Manner,
): RecordsRead<T> & { isLast: boolean } => {
  const listed = shown
    .filter(({ id }) => !manner.missing.has(id))
    .toSorted((a, b) => (a.id < b.id === manner.isAscending ? -1 : 1))
  const index = manner.repeatsPage !== null && page > manner.repeatsPage ? page - 1 : page
  const items = listed.slice(index * pageSize, (index + 1) * pageSize)
  const isBroken = ({ id }: T): boolean => manner.broken.has(id)
  return {
    records: items.filter((item) => !isBroken(item)),
    rejected: items
      .filter(isBroken)
      .map(({ id }, n) => ({ index: n, id, problems: ['start: invalid_format'] })),
    isLast: listed.length <= (index + 1) * pageSize,
  }
}

/** The Workforce API as one process sees it (spec section 4), in memory. */
export const workforceApi = (process: Process, options: Options): ApiPort => {
  const { people, now, faults, pageSize, onAnswer, onCall } = options

  async function* list<T extends { id: string }>(
    operation: Answer['operation'],
    employeeId: string | null,
    shown: () => T[],
    deadline: EpochMs | undefined,
  ): AsyncGenerator<RecordsRead<T>> {
    const from = now()
    const ids = shown().map(({ id }) => id)
    const manner = faults.mannerOf(operation, ids)
    const answer: Answer = {
      process: process.name,
      operation,
      employeeId,
      from,
      to: from,
      hidden: new Set([...manner.missing, ...manner.broken]),
      isComplete: false,
    }
    onAnswer(answer)
    for (let page = 0; ; page++) {
      onCall()
      const wanted = faults.latency()
      const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - process.now()
      const name = `${operation} ${employeeId ?? ''}`
      const read = await process.effect(
        'api',
        name,
        () => {
          if (wanted > left) throw new DeadlineError(operation)
          faults.refuse(operation, employeeId)
          return pageOf(shown(), page, pageSize, manner)
        },
        Math.max(0, Math.min(wanted, left)),
      )
      answer.to = now()
      answer.isComplete = read.isLast
      yield { records: read.records, rejected: read.rejected }
      if (read.isLast) return
    }
  }

  const shownOf = <T>(versions: Iterable<readonly { from: EpochMs; record: T | null }[]>): T[] =>
    [...versions].flatMap((each) => shownAt(each, now()) ?? [])

  return {
    listClockings: ({ employeeId, from, to }, call = {}) => {
      const [start, end] = [epochMs(from ?? ''), epochMs(to ?? '')]
      const person = people.get(employeeId)
      const shown = () =>
        shownOf<Clocking>(person?.clockings.values() ?? []).filter((each) =>
          isActive(each, start, end),
        )
      return list('clockings', employeeId, shown, call.deadline)
    },
    listAbsences: ({ employeeId, from = '', to = '' }, call = {}) => {
      const person = people.get(employeeId)
      const shown = () =>
        shownOf<Absence>(person?.absences.values() ?? []).filter((each) => overlaps(each, from, to))
      return list('absences', employeeId, shown, call.deadline)
    },
    listEmployees: (_request, call = {}) => {
      const shown = () =>
        shownOf<Employee>([...people.values()].map(({ employment }) => employment)).filter(
          ({ _metadata }) => !_metadata.isTerminated,
        )
      return list('employees', null, shown, call.deadline)
    },
  }
}
