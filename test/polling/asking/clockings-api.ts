import { expect } from 'vitest'
import { day, epochMs, hour, minute } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { askClockings } from '../../../lib/polling/asking/ask-clockings.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { aState, employeeId } from '../../harness/builders.ts'

/** When is asked, since when was not, and from where on is asked therefore. */
export const now = epochMs('2026-11-20T12:00:00Z')
export const since = '2026-11-20T11:59:00Z'
export const call = { deadline: now + hour }
export const from = epochMs(since) - day - 5 * minute

/** A page of records that can all be read, and one of which one cannot. */
export const whole = (...records: Clocking[]): RecordsRead<Clocking> => ({ records, rejected: [] })
export const broken = (id: string, ...records: Clocking[]): RecordsRead<Clocking> => ({
  records,
  rejected: [{ index: 0, id, problems: ['start: invalid_format'] }],
})

type Answer = (from: number, to: number) => (RecordsRead<Clocking> | Error)[]

/** An API that remembers what it was asked. */
export const anApi = (answer: Answer) => {
  const asked: { from: string; to: string }[] = []
  const calls: unknown[] = []
  return {
    asked,
    calls,
    listClockings: async function* (
      filters: { employeeId: string; from?: string; to?: string },
      options?: unknown,
    ) {
      expect(filters.employeeId).toBe(employeeId)
      const range = { from: filters.from ?? '', to: filters.to ?? '' }
      asked.push(range)
      calls.push(options)
      for (const page of answer(epochMs(range.from), epochMs(range.to))) {
        if (page instanceof Error) throw page
        yield page
      }
    },
  }
}

/** Asks about one employee, with the usual lookback. */
export const ask = (api: ReturnType<typeof anApi>, state: EmployeeState = aState(), last = since) =>
  askClockings(api, state, last, now, 24, call)
