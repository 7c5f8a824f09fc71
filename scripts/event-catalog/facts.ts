import type { EventName } from '../../lib/attendance/events/events.ts'

/** What the catalog says of a type beside its meaning. */
type CatalogFacts = {
  /** What `time` is. */
  time: string
  /** What `id` is derived from, beside the employee and how often it was taken back. */
  id: string
}

const seen = 'when it was seen'

export const catalogFacts: Record<EventName, CatalogFacts> = {
  'clocked-in': { time: "the clocking's start", id: 'clocking, start' },
  'clocked-out': { time: "the clocking's end", id: 'clocking, end' },
  'break-started': { time: "the break's start", id: 'clocking, break, start' },
  'break-ended': { time: "the break's end", id: 'clocking, break, end' },
  'clocking-amended': { time: seen, id: 'clocking, changes, moment seen' },
  'clocking-removed': { time: seen, id: 'clocking, moment seen' },
  'absence-started': { time: "the absence's start", id: 'absence, start' },
  'absence-ended': { time: "the absence's end", id: 'absence, end' },
  'absence-amended': { time: seen, id: 'absence, changes, moment seen' },
  'absence-withdrawn': { time: seen, id: 'absence, moment seen' },
  'employee-joined': { time: seen, id: 'moment seen' },
  'employee-changed': { time: seen, id: 'changes, moment seen' },
  'employee-left': { time: seen, id: 'moment seen' },
  'clocking-overdue': { time: 'when it became too long', id: 'clocking, that moment' },
  'break-overdue': { time: 'when it became too long', id: 'clocking, break, that moment' },
  'clocked-in-while-absent': {
    time: 'when the two had overlapped for longer than the grace',
    id: 'clocking, absence, that moment',
  },
  'return-overdue': {
    time: 'the estimated return, or the last moment of its day',
    id: 'absence, estimated return',
  },
}

/** Filter policies that a reader may copy, and what each lets through. */
export const filterPolicies: { purpose: string; policy: Record<string, unknown[]> }[] = [
  {
    purpose: 'Only clock-ins and clock-outs',
    policy: { type: ['attendance.clocked-in', 'attendance.clocked-out'] },
  },
  {
    purpose: 'Everything about holidays, nothing about other absences',
    policy: { type: [{ prefix: 'attendance.absence-' }], absenceType: ['Holiday'] },
  },
  { purpose: 'Nothing that was so before the first run', policy: { baseline: ['false'] } },
  {
    purpose: 'One employee',
    policy: { employeeId: ['5f3d2a90-1c47-4b5e-9a53-0d4c2f1d7e10'] },
  },
]
