import type { WorkforceClient } from '../../../lib/workforce/client.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { DeadlineError } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { type EpochMs, utcDate } from '../oracle/moments.ts'
import type { Asked } from '../oracle/served.ts'
import type { Process } from '../system/process.ts'
import { beginAnswer, type Page, type ServiceOptions } from './service.ts'

export type ApiPort = Pick<WorkforceClient, 'listClockings' | 'listAbsences' | 'listEmployees'>

const isClocking = (record: object): record is Clocking => 'startTimeZone' in record
const isAbsence = (record: object): record is Absence => 'displayName' in record
const isEmployee = (record: object): record is Employee => '_metadata' in record

/** The Workforce API as one process sees it (spec section 4), in memory. */
export const workforceApi = (process: Process, options: ServiceOptions): ApiPort => {
  const { now, faults, onCall } = options

  async function* list<T extends { id: string }>(
    asked: Asked,
    isOfKind: (record: object) => record is T,
    deadline: EpochMs | undefined,
  ): AsyncGenerator<RecordsRead<T>> {
    const session = beginAnswer(process.name, asked, options)
    const { operation, employeeId } = asked
    for (let page = 0; ; page++) {
      onCall()
      const wanted = faults.latency()
      const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - process.now()
      const act = (): Page<object> => {
        if (wanted <= left) return session.give(page)
        const error = new DeadlineError(operation)
        session.failed(error)
        throw error
      }
      const latency = Math.max(0, Math.min(wanted, left))
      const read = await process.effect('api', `${operation} ${employeeId ?? ''}`, act, latency)
      yield { records: read.records.filter(isOfKind), rejected: read.rejected }
      if (read.isLast) return
    }
  }

  const today = (): string => utcDate(now())
  return {
    listClockings: ({ employeeId, from = '', to = '' }, call = {}) => {
      const asked: Asked = { operation: 'clockings', employeeId, range: { from, to } }
      return list(asked, isClocking, call.deadline)
    },
    listAbsences: ({ employeeId, from = today(), to = today() }, call = {}) => {
      const asked: Asked = { operation: 'absences', employeeId, range: { from, to } }
      return list(asked, isAbsence, call.deadline)
    },
    listEmployees: (_request, call = {}) => {
      const asked: Asked = { operation: 'employees', employeeId: null, range: { from: '', to: '' } }
      return list(asked, isEmployee, call.deadline)
    },
  }
}
