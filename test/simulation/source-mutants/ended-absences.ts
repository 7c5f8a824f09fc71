import type { NamedRun, SourceMutant } from './source-mutant.ts'

const missing = 'lib/attendance/missing/missing.ts'
const expected = 'lib/attendance/missing/expected.ts'
const moved = 'test/promise/nothing-lost/ended-and-moved.test.ts'
const early: NamedRun = { seed: 10, employees: 6, days: 2, faults: ['early-ends'] }

/** Absences that have ended: what may be corrected of them, and what was never there before. */
export const endedAbsencesMutants: readonly SourceMutant[] = [
  {
    name: 'what has ended is looked for nowhere',
    file: 'lib/polling/asking/losses.ts',
    find: '[...(expectationOf(answered, kind)?.missing ?? []), ...ended]',
    replace: '[...(expectationOf(answered, kind)?.missing ?? []), ...ended.slice(ended.length)]',
    run: early,
  },
  {
    name: 'what ended on the first date asked for is looked for only once it was missed',
    file: expected,
    find: '(isAtAllInside(each.known, answer) || each.missingSince !== null),',
    replace: 'isEndedShown(each, answer),',
    test: 'test/attendance/missing/expected.test.ts',
  },
  {
    name: 'what ended on the first date asked for is not missed',
    file: 'lib/attendance/absences/diff-absences.ts',
    find: 'endedUnseen(before, isAtAllInside(before.known, asked),',
    replace: "endedUnseen(before, isAtAllInside(before.known, { ...asked, from: '9999' }),",
    test: 'test/attendance/not-shown.test.ts',
  },
  {
    name: 'what has ended is looked for once',
    file: missing,
    find: 'missingSince: utc(now), doubted: [soughtOnce] }',
    replace: 'missingSince: utc(now), doubted: [] }',
    test: moved,
  },
  {
    name: 'what has ended is looked for until it is forgotten',
    file: missing,
    find: 'const isOver = doubted.length > 0 &&',
    replace: 'const isOver = doubted.includes("") &&',
    test: moved,
  },
  {
    name: 'what has ended, and could not be looked for, is looked for no more',
    file: missing,
    find: 'return isFirst ? missed(before, now, false) : null',
    replace: 'return isFirst ? missed(before, now, true) : null',
    test: moved,
  },
  {
    name: 'what has ended is looked for at each poll until a second time',
    file: missing,
    find: 'mark !== perhaps && mark !== soughtOnce',
    replace: 'mark !== perhaps',
    test: moved,
  },
  {
    name: 'what has ended is looked for as long as the API refuses that',
    file: expected,
    find: 'overEverywhereAt(each.known) > answer.forgetBefore &&',
    replace: 'overEverywhereAt(each.known) > 0 &&',
    test: moved,
  },
  {
    name: 'what has ended and was not found is kept for ever',
    file: 'lib/attendance/state/forget.ts',
    find: "phase === 'ended' ? marksTakenBack({ doubted }) : doubted",
    replace: 'doubted',
    test: 'test/attendance/forgetting.test.ts',
  },
  {
    name: 'what ended on the first date that was ever asked for counts as recorded before the first run',
    file: 'lib/attendance/forgotten.ts',
    find: 'state.unaskedSince[kind] === null ? overAt : end',
    replace: 'overAt === Infinity ? overAt : end',
    test: 'test/promise/nothing-lost/ended-on-the-first-date.test.ts',
  },
  {
    name: 'what had ended by the last answer about who is back counts as new',
    file: 'lib/attendance/forgotten.ts',
    find: 'state.unaskedSince[kind] === null ? overAt : end',
    replace: 'overAt',
    test: 'test/attendance/diff.test.ts',
  },
  {
    name: 'dates are asked for as if days ended everywhere with those of UTC',
    file: 'lib/polling/asking/window.ts',
    find: 'const westernmost = 12 * hour',
    replace: 'const westernmost = 0 * hour',
    test: 'test/promise/nothing-lost/ended-in-the-west.test.ts',
  },
]
