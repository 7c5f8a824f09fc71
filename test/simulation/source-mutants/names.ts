import type { SourceMutant } from './source-mutant.ts'

/** By what name, job and reference somebody is told of. */
export const nameMutants: readonly SourceMutant[] = [
  {
    name: 'events show no job',
    file: 'lib/attendance/events/outbox.ts',
    find: 'return { id: employeeId, ...summary }',
    replace: 'return { id: employeeId, ...summary, jobTitle: null }',
  },
  {
    name: 'that somebody has another name or job is never told',
    file: 'lib/attendance/roster.ts',
    find: '  if (changes.length === 0) return next\n  const time',
    replace: '  if (changes.length >= 0) return next\n  const time',
  },
]
