import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { anEvent, clocking } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'

type Name = 'clocked-in' | 'clocked-out' | 'break-started' | 'clocking-removed'

/** An event of one employee about one clocking; several numbers are about the same. */
export const numbered = (
  sequence: number,
  name: Name = 'clocked-in',
  { of = 1, end = null }: { of?: number; end?: string | null } = {},
): AttendanceEvent => {
  const pause = { id: anId(of, 2), start: '2026-11-20T12:00:00Z', end: null }
  const breaks = name === 'break-started' ? [pause] : []
  const data = { clocking: { ...clocking, id: anId(of, 1), breaks, end } }
  const about = name === 'break-started' ? { ...data, break: pause } : data
  return anEvent(name as 'clocked-in', about, { sequence, id: anId(sequence, 9) })
}

/** An event of a type that came after a consumer was written: it may say anything, of a clocking too. */
export const ofLaterType = (sequence: number): object => ({
  ...numbered(sequence),
  type: 'attendance.sat-down',
  dataschema: 'urn:attendance-events:sat-down:1',
  data: { clocking: { id: anId(1, 1) } },
})

/** What a snapshot tells of somebody: several events with one number. */
export const snapshotOf = (sequence: number): AttendanceEvent[] =>
  [1, 2].map((of) => ({
    ...numbered(sequence, 'clocked-in', { of }),
    id: anId(sequence, 20 + of),
    baseline: true,
    snapshot: true,
  }))

/** What a snapshot tells of somebody who is not in. */
export const memberBySnapshot = (sequence: number): AttendanceEvent => {
  const employment = { start: '2024-01-01', end: null }
  const event = anEvent('employee-joined', { employment }, { sequence, id: anId(sequence, 30) })
  return { ...event, baseline: true, snapshot: true }
}

export const evening = '2026-11-20T17:00:00Z'
