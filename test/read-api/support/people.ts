import { expect } from 'vitest'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { anId, aProfile, aState, aTrackedClocking, nothingSpecial } from '../../harness/builders.ts'
import type { ReadWorld } from './read-test.ts'

/** The n-th of some people. */
export const person = (n: number, more: Partial<EmployeeState> = {}): EmployeeState =>
  aState({
    employeeId: anId(n),
    profile: { ...aProfile, givenName: `Person${n}` },
    ...more,
  })

/** Who has been in since a moment. */
export const open = (start: string, more: object = {}) => ({
  clockings: { [anId(1, 1)]: aTrackedClocking({ start, end: null, breaks: [], ...more }) },
})
/** Who was in. */
export const closed = (start: string, end: string) => ({
  clockings: { [anId(1, 1)]: aTrackedClocking({ start, end, breaks: [] }) },
})
/** Who is ill, or was, or will be. */
export const away = (
  phase: 'upcoming' | 'started' | 'ended' | 'withdrawn',
  from: string,
  to: string,
) => ({
  absences: {
    [anId(1, 3)]: {
      ...nothingSpecial,
      phase,
      known: {
        start: { $type: 'LocalDate' as const, date: from },
        end: { $type: 'LocalDate' as const, date: to },
        $type: 'Sickness',
        estimatedReturn: { date: '2026-12-24', time: null },
      },
    },
  },
})

/** Who is where, by the number in their name. */
export const where = async (world: ReadWorld, query = ''): Promise<Record<string, string>> => {
  const { status, body } = await world.get(`/presence${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return Object.fromEntries(
    body.people.map(({ employee, presence }) => [employee.givenName, presence]),
  )
}
