import type { SourceMutant } from './source-mutant.ts'

const applySnapshot = 'lib/attendance/apply-snapshot.ts'
const remaining = 'lib/attendance/remaining.ts'
const settle = 'lib/attendance/settle.ts'

/** An answer that is saved in parts. */
export const partsMutants: readonly SourceMutant[] = [
  {
    name: 'in parts, what has not been recorded yet is forgotten',
    file: applySnapshot,
    find: 'keptSmall(forget(noted, snapshot, rules, remaining), bytesOf, remaining)',
    replace: 'keptSmall(forget(noted, snapshot, rules), bytesOf)',
    test: 'test/promise/nothing-lost/large-people.long.ts',
  },
  {
    name: 'in parts, the last part is taken for all',
    file: 'lib/polling/publishing/publish-changes.ts',
    find: "return applied.rest.length > 0 ? 'blocked' : 'saved'",
    replace: "return 'saved'",
    test: 'test/promise/nothing-lost/large-people.long.ts',
  },
  {
    name: 'in parts, the next part begins after its first step',
    file: 'lib/attendance/apply.ts',
    find: 'rest: steps.slice(parting) }',
    replace: 'rest: steps.slice(parting + 1) }',
  },
  {
    name: 'in parts, a record is torn wherever there is no more room',
    file: 'lib/attendance/apply.ts',
    find: 'return parting > 0 && parting >= full * leastOfPart ? parting : full',
    replace: 'return full',
    test: 'test/polling/publish-in-parts.test.ts',
  },
  {
    name: 'in parts, a correction of an absence is saved without the end that follows from it',
    file: 'lib/attendance/apply.ts',
    find: ' && !isOfThatCorrection(step, steps[index - 1])',
    replace: '',
    test: 'test/attendance/in-parts.test.ts',
  },
  {
    name: 'in parts, what a correction is still to be recorded of is forgotten',
    file: remaining,
    find: 'ids: new Set(rest.map(({ id }) => id)),',
    replace: 'ids: new Set(),',
    test: 'test/promise/nothing-lost/published-in-parts.test.ts',
  },
  {
    name: 'in parts, what happened after the first that is left is forgotten',
    file: remaining,
    find: 'from: rest[0]?.at ?? Number.POSITIVE_INFINITY,\n  ids',
    replace: 'from: Number.POSITIVE_INFINITY,\n  ids',
    test: 'test/promise/nothing-lost/large-people.long.ts',
  },
  {
    name: 'in parts, what is still to be recorded makes room for the rest',
    file: 'lib/attendance/state/keep-small.ts',
    find: '    .filter(({ id, end }) => end < remaining.from && !remaining.ids.has(id))\n',
    replace: '',
    test: 'test/attendance/in-parts.test.ts',
  },
  {
    name: 'in parts, absences are forgotten before all is recorded',
    file: 'lib/attendance/state/forget.ts',
    find: '  if (remaining !== nothingRemaining) return next\n',
    replace: '',
    test: 'test/attendance/forgetting.test.ts',
  },
  {
    name: 'in parts, what cannot be read is not remembered',
    file: applySnapshot,
    find: 'const noted = { ...state, unread: unreadInPart(state, snapshot, asked) }',
    replace: 'const noted = state',
    test: 'test/promise/nothing-lost/published-in-parts.test.ts',
  },
  {
    name: 'in parts, a clocking that can be read now is no longer asked for',
    file: settle,
    find: 'clockings: withBefore(clockings, state.unread.clockings),',
    replace: 'clockings,',
    test: 'test/promise/bad-records/readable-in-parts.test.ts',
  },
  {
    name: 'in parts, an absence that can be read now is no longer asked for',
    file: settle,
    find: 'absences: withBefore(absences, state.unread.absences),',
    replace: 'absences,',
    test: 'test/promise/bad-records/readable-in-parts.test.ts',
  },
  {
    name: 'in parts, more than are remembered by id are no longer asked for once they can be read',
    file: 'lib/attendance/missing/unread.ts',
    find: 'others: after.others ?? before.others,',
    replace: 'others: after.others,',
    test: 'test/attendance/missing/unread.test.ts',
  },
]
