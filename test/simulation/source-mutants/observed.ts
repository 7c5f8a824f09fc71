import type { SourceMutant } from './source-mutant.ts'

/** Between which polls an event is said to lie. */
export const observedMutants: readonly SourceMutant[] = [
  {
    name: 'what an answer shows of an absence was not observed since the clockings were',
    file: 'lib/attendance/apply.ts',
    find: "const ofKind = step.of === 'absence' && step.by === 'answer' ? absences : clockings",
    replace: 'const ofKind = clockings',
    run: { seed: 10 },
  },
  {
    name: 'what follows from both kinds was not observed since the clockings were',
    file: 'lib/attendance/apply.ts',
    find: "=== 'clocked-in-while-absent' ? earlier(clockings, absences) : ofKind",
    replace: "=== 'clocked-in-while-absent' ? clockings : ofKind",
  },
  {
    name: 'what follows from both kinds was not observed by answers that showed one of both',
    file: 'lib/attendance/apply.ts',
    find: 'return wereBothKnown(before, step)',
    replace: 'return false',
    run: {
      seed: 37,
      employees: 8,
      faults: [
        'absences-refused',
        'employee-refused',
        'failing-people',
        'late-tick',
        'downtime',
        'clock-offset',
        'pause',
        'crash',
        'slow-api',
        'slow-service',
      ],
    },
  },
  {
    name: 'what the clock brought about while nobody asked for absences came after a poll of then',
    file: 'lib/attendance/apply.ts',
    find: "if (step.of === 'absence') return step.by === 'clock'",
    replace: "if (step.of === 'absence') return false",
    test: 'test/promise/nothing-lost/not-said-so-far.test.ts',
  },
  {
    name: 'an absence that began while a correction was to be confirmed came after a poll of then',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: "sameField(edge, before.known[edge], known[edge]) ? 'clock' : 'answer'",
    replace:
      "sameField(edge, before.known[edge], known[edge]) && amended === null ? 'clock' : 'answer'",
    test: 'test/promise/nothing-lost/not-said-so-far.test.ts',
  },
  {
    name: 'an absence that an answer shows at another time began by the clock',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: "sameField(edge, before.known[edge], known[edge]) ? 'clock' : 'answer'",
    replace: "sameField(edge, before.known[edge], known[edge]) ? 'clock' : 'clock'",
    test: 'test/attendance/true-times.test.ts',
  },
  {
    name: 'what became overdue while it could not be read came after a poll of then',
    file: 'lib/attendance/apply.ts',
    find: 'return before.clockings[step.id]?.known.end === null',
    replace: 'return false',
    test: 'test/promise/nothing-lost/not-said-so-far.test.ts',
  },
]
