import type { SourceMutant } from './source-mutant.ts'

const askShard = 'lib/polling/asking/ask-shard.ts'
const heldUp = 'test/polling/clockings-hold-up-nothing.test.ts'

/** What becomes of absences, and of what a shard says of itself, where nobody's clockings can be had. */
export const outagesMutants: readonly SourceMutant[] = [
  {
    name: 'while nobody’s clockings can be had, absences start and end only when they are read',
    file: askShard,
    find: "absences.kind === 'answered' && (!areDue || absences.answers.length > 0)",
    replace: "absences.kind === 'answered' && absences.answers.length > 0",
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
    name: 'an outage of clockings has people rest by rules that nobody was asked by',
    file: 'lib/polling/shard/progress.ts',
    find: 'const resting = areClockingsRead ? pass.resting : shard.resting',
    replace: 'const resting = pass.resting',
    test: 'test/promise/nobody-held-up/refused-clockings.test.ts',
  },
  {
    name: 'where nobody’s clockings can be had, as many are asked for absences before that is given up',
    file: 'lib/polling/asking/ask-employees.ts',
    find: 'const first = isFeared ? several : 0',
    replace: 'const first = 0',
    test: heldUp,
  },
  {
    name: 'an outage of clockings teaches that they take few calls',
    file: 'lib/polling/shard/poll-shard.ts',
    find: 'const told = isOut ? { ...left, clockings: null } : left',
    replace: 'const told = left',
    test: heldUp,
  },
]
