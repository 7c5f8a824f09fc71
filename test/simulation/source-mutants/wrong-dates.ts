import type { NamedRun, SourceMutant } from './source-mutant.ts'

const mistyped: NamedRun = { seed: 4, employees: 6, days: 2, faults: ['wrong-dates'] }
const test = 'test/promise/bad-records/ends-before-it-starts.test.ts'

/** What becomes of a clocking that was given an end before its start. */
export const wrongDateMutants: readonly SourceMutant[] = [
  {
    name: 'ranges that are asked for side by side do not overlap',
    file: 'lib/polling/asking/window.ts',
    find: 'const slip = 7 * day',
    replace: 'const slip = 0 * day',
    run: mistyped,
  },
  {
    name: 'what could not be read is asked for again just where it was',
    file: 'lib/polling/asking/ask-clockings.ts',
    find: 'unread && withSlips(unread, reach)',
    replace: 'unread && withSlips(unread, reach) && unread',
    test,
  },
  {
    name: 'what lies ahead is asked for from this moment on',
    file: 'lib/polling/asking/window.ts',
    find: 'from: Math.max(to - slip, reach), to:',
    replace: 'from: to, to:',
    test,
  },
  {
    name: 'the pieces of a long range do not overlap',
    file: 'lib/polling/asking/window.ts',
    find: 'start += longest - slip',
    replace: 'start += longest',
    test: 'test/polling/asking/window.test.ts',
  },
  {
    name: 'what lies before the window is asked for up to there',
    file: 'lib/polling/asking/window.ts',
    find: 'to: Math.min(from + slip, to) })',
    replace: 'to: from })',
    test,
  },
  {
    name: 'nothing loses its id between two of several ranges',
    file: 'lib/polling/asking/beside.ts',
    find: '[...first.lost, ...second.lost, ...byFirst',
    replace: '[...first.lost, ...byFirst',
    test: 'test/polling/asking/clockings-again.test.ts',
  },
]
