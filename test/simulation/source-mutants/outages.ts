import type { SourceMutant } from './source-mutant.ts'

const askEmployees = 'lib/polling/asking/ask-employees.ts'
const askShard = 'lib/polling/asking/ask-shard.ts'
const progress = 'lib/polling/shard/progress.ts'
const heldUp = 'test/polling/clockings-hold-up-nothing.test.ts'

/** What becomes of absences where nobody's clockings can be had. */
export const outagesMutants: readonly SourceMutant[] = [
  {
    name: 'absences wait for clockings',
    file: askShard,
    find: 'if (areOut && isForEveryCall(clockings.reason)) return clockings',
    replace: 'if (areOut) return clockings',
    run: { seed: 2, faults: ['clockings-refused'] },
  },
  {
    name: 'an outage of clockings moves polledThrough',
    file: progress,
    find: 'polledThrough: areClockingsRead ? utc(pass.startedAt) : shard.polledThrough,',
    replace: 'polledThrough: utc(pass.startedAt),',
    run: { seed: 2, faults: ['clockings-refused'] },
  },
  {
    name: 'an outage of clockings has people rest by rules that nobody was asked by',
    file: progress,
    find: 'const resting = areClockingsRead ? pass.resting : shard.resting',
    replace: 'const resting = pass.resting',
    test: 'test/promise/nobody-held-up/refused-clockings.test.ts',
  },
  {
    name: 'where nobody was answered at all, absences start by the clock',
    file: askShard,
    find: "absences.kind === 'answered' && (!areDue || absences.answers.length > 0)",
    replace: "absences.kind === 'answered'",
    test: heldUp,
  },
  {
    name: 'where nobody’s clockings can be had, as many are asked for absences before that is given up',
    file: askEmployees,
    find: 'const first = isFeared ? several : 0',
    replace: 'const first = 0',
    test: heldUp,
  },
  {
    name: 'where no call can succeed, absences are asked for',
    file: askEmployees,
    find: "reason === 'credentials-refused' || reason === 'no token can be had'",
    replace: "reason === 'credentials-refused' && false",
    test: heldUp,
  },
  {
    name: 'an outage of clockings teaches that they take few calls',
    file: progress,
    find: 'const others = isTelling ? left[kind] : null',
    replace: 'const others = isTelling ? (left[kind] ?? 0) : null',
    test: heldUp,
  },
]
