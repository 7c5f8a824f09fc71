import {
  type CallPace,
  limiterOf,
  nothingSpent,
  type Spent,
} from '../../../lib/workforce/call-pace.ts'
import type { WorkforceClient } from '../../../lib/workforce/client.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { DeadlineError, ThrottledError } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { createThrottling } from '../../../lib/workforce/rate-limiter.ts'
import type { CallOptions } from '../../../lib/workforce/waiting.ts'
import { utcDate } from '../oracle/moments.ts'
import type { Asked } from '../oracle/served.ts'
import type { Process } from '../system/process.ts'
import { beginAnswer, type Page, type ServiceOptions, type Session } from './service.ts'

type Calls = Pick<WorkforceClient, 'listClockings' | 'listAbsences' | 'listEmployees'>

/** The Workforce API, asked at a pace. */
export type ApiPort = { paced: (pace: CallPace) => Calls & { spent: () => Spent } }

const isClocking = (record: object): record is Clocking => 'startTimeZone' in record
const isAbsence = (record: object): record is Absence => 'displayName' in record
const isEmployee = (record: object): record is Employee => '_metadata' in record

/** The calls of one process at a pace, in memory. */
const callsAt = (
  pace: CallPace,
  process: Process,
  options: ServiceOptions,
): ReturnType<ApiPort['paced']> => {
  const { now, faults, onCall } = options
  const limiter = limiterOf(pace, process, 1)
  const throttling = createThrottling()
  const spent = nothingSpent()

  async function* list<T extends { id: string }>(
    asked: Asked,
    isOfKind: (record: object) => record is T,
    { deadline = Number.POSITIVE_INFINITY, isTelling = true }: CallOptions,
  ): AsyncGenerator<RecordsRead<T>> {
    const { operation, employeeId } = asked
    const subject = employeeId ?? operation
    let session: Session | null = null
    const failed = (error: unknown): never => {
      session?.failed(error)
      throw error
    }
    const note = (error: unknown): void => {
      const isThrottled = error instanceof ThrottledError
      if (isTelling && throttling.note({ subject, isThrottled }) && isThrottled) spent.throttled++
    }
    for (let page = 0; ; page++) {
      if (!(await limiter.take({ deadline })).granted) failed(new DeadlineError(operation))
      const begun: Session = session ?? beginAnswer(process.name, asked, options)
      session = begun
      onCall(process.name, operation)
      spent.requests[operation] = (spent.requests[operation] ?? 0) + 1
      const wanted = faults.latencyOf(operation, employeeId)
      const left = deadline - process.now()
      const act = (): Page<object> =>
        wanted <= left ? begun.give(page) : failed(new DeadlineError(operation))
      const latency = Math.max(0, Math.min(wanted, left))
      const answer = process.effect('api', `${operation} ${employeeId ?? ''}`, act, latency)
      const read = await answer.catch((error: unknown) => {
        note(error)
        throw error
      })
      note(null)
      spent.answers++
      spent.milliseconds += latency
      yield { records: read.records.filter(isOfKind), rejected: read.rejected }
      if (read.isLast) return
    }
  }

  const today = (): string => utcDate(now())
  return {
    spent: () => spent,
    listClockings: ({ employeeId, from = '', to = '' }, call = {}) => {
      const asked: Asked = { operation: 'clockings', employeeId, range: { from, to } }
      return list(asked, isClocking, call)
    },
    listAbsences: ({ employeeId, from = today(), to = today() }, call = {}) => {
      const asked: Asked = { operation: 'absences', employeeId, range: { from, to } }
      return list(asked, isAbsence, call)
    },
    listEmployees: (_request, call = {}) => {
      const asked: Asked = { operation: 'employees', employeeId: null, range: { from: '', to: '' } }
      return list(asked, isEmployee, call)
    },
  }
}

/** The Workforce API as one process sees it (spec section 4), in memory. */
export const workforceApi = (process: Process, options: ServiceOptions): ApiPort => ({
  paced: (pace) => callsAt(pace, process, options),
})
