import type { SourceMutant } from './source-mutant.ts'

const clockingFields = 'lib/attendance/clockings/clocking-fields.ts'
const outbox = 'lib/attendance/events/outbox.ts'

/** What of a record is told, beside when it begins and ends, and by what its messages are sorted. */
export const inFullMutants: readonly SourceMutant[] = [
  {
    name: 'that somebody clocked in elsewhere than was told is never told',
    file: 'lib/attendance/clockings/clocking-amendments.ts',
    find: 'const { breaks: earlier, endTimeZone: zoneBefore, ...before } = recorded',
    replace:
      'const { breaks: earlier, endTimeZone: zoneBefore, startTimeZone: _, ...before } = recorded',
  },
  {
    name: 'who clocks out elsewhere does it where they clocked in',
    file: 'lib/attendance/clockings/clocking-steps.ts',
    find: 'known: { ...known, end: current.end, endTimeZone: current.endTimeZone }',
    replace: 'known: { ...known, end: current.end }',
  },
  {
    name: 'a note that was replaced is believed again at the first answer',
    file: clockingFields,
    find: '  ...(hasNote && { note: shortened(known.note ?? null) }),\n',
    replace: '',
  },
  {
    name: 'where somebody clocked in before it was corrected is believed again at the first answer',
    file: clockingFields,
    find: '  startTimeZone: known.startTimeZone,\n',
    replace: '',
    run: { seed: 39, employees: 6, days: 2, faults: ['other-zones', 'stale-answers'] },
  },
  {
    name: 'of what kind an absence is now is never told',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: '  ...redactAbsence(known, rules.privacy),\n})',
    replace: '  ...{ ...redactAbsence(known, rules.privacy), $type: undefined },\n})',
  },
  {
    name: 'what an absence was before is believed again at the first answer',
    file: 'lib/attendance/absences/absence-fields.ts',
    find: '...takenBack(...bothFields(known, current, context.rules.privacy), former, never)',
    replace: '...[]',
  },
  {
    name: 'what was removed is back at the first answer',
    file: clockingFields,
    find: "phase === 'removed' ? ['phase=present'] : []",
    replace: "phase === 'removed' ? [] : []",
  },
  {
    name: 'what was withdrawn is back at the first answer',
    file: 'lib/attendance/absences/absence-fields.ts',
    find: "...(phase === 'withdrawn' ? ['phase=present'] : [])",
    replace: "...(phase === 'withdrawn' ? [] : [])",
  },
  {
    name: 'messages of absences are not sorted by their kind',
    file: outbox,
    find: '...(kind !== undefined && { absenceType: kind })',
    replace: '...(kind === null && { absenceType: kind })',
  },
  {
    name: 'what was so before the first run is sorted as news',
    file: outbox,
    find: 'baseline: String(numbering.isBaseline),',
    replace: "baseline: 'false',",
  },
  {
    name: 'an endpoint is told the first of what changed alone',
    file: 'lib/routing/redact.ts',
    find: 'event.data.changes.filter(({ field }) => isShown(field, event.type))',
    replace: 'event.data.changes.filter(({ field }) => isShown(field, event.type)).slice(0, 1)',
  },
]
