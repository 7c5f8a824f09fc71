import type { SourceMutant } from './source-mutant.ts'

const forget = 'lib/attendance/state/forget.ts'
const diff = 'lib/attendance/diff.ts'

/** What is kept: unreadable records, forgetting, sizes. */
export const recordsMutants: readonly SourceMutant[] = [
  {
    name: 'what is forgotten and broken for a moment is taken for never read',
    file: 'lib/attendance/missing/unread.ts',
    find: '...(mayBeForgotten && { forgottenBefore }),',
    replace: '',
    test: 'test/promise/broken-once-forgotten.test.ts',
  },
  {
    name: 'what cannot be read and is not where it was is looked for nowhere else',
    file: 'lib/attendance/missing/unread-again.ts',
    find: 'isNameless(id) ? [] : [id]',
    replace: 'isNameless(id) ? [] : []',
    run: { seed: 2, faults: ['late-breaks'] },
  },
  {
    name: 'what was moved to before the lookback while it could not be read is taken for forgotten',
    file: 'lib/attendance/forgotten.ts',
    find: 'unread === undefined || end >= epochMs(unread.from) - margins[kind]',
    replace: 'true',
    run: { seed: 8, faults: ['late-breaks'] },
  },
  {
    name: 'the moments of a clocking are published as the API writes them',
    file: 'lib/attendance/events/privacy.ts',
    find: '  start: asUtc(each.start),',
    replace: '  start: each.start,',
  },
  {
    name: 'a record that cannot be read is not remembered',
    file: 'lib/attendance/missing/unread.ts',
    find: 'const ids = Object.fromEntries([...kept, ...fresh])',
    replace: 'const ids = Object.fromEntries(kept)',
  },
  {
    name: 'a record that could not be read is never asked for again',
    file: 'lib/attendance/missing/unread-again.ts',
    find: 'if (reachable.length === 0) return null',
    replace: 'if (reachable.length >= 0) return null',
  },
  {
    name: 'one that was asked for again by half an answer is gone',
    file: 'lib/attendance/missing/unread.ts',
    find: 'isComplete && askedAgain?.isWhole === true',
    replace: 'isComplete && askedAgain !== null',
    test: 'test/attendance/missing/unread.test.ts',
  },
  {
    name: 'half an answer of what could not be read counts as whole',
    file: 'lib/polling/asking/shown.ts',
    find: 'isWhole: second.isComplete,',
    replace: 'isWhole: true,',
    test: 'test/polling/asking/clockings-again.test.ts',
  },
  {
    name: 'what could not be read is gone when it is missing once',
    file: 'lib/attendance/missing/unread.ts',
    find: 'return next === null ? [] : [[id, next] as const]',
    replace: 'return next === null || next.missingSince !== null ? [] : [[id, next] as const]',
    test: 'test/attendance/missing/unread.test.ts',
  },
  {
    name: 'what could not be read is given up when it was not found for a day',
    file: 'lib/attendance/missing/unread.ts',
    find: 'const keep = isNameless(id) ? keptNameless : keptMissing',
    replace: 'const keep = keptNameless',
    test: 'test/attendance/missing/unread.test.ts',
  },
  {
    name: 'one that is moved while it cannot be read is looked for where it was',
    file: 'lib/attendance/missing/unread.ts',
    find: '...(isOfWindow(id) && { to: lastShown(entry, window) }),',
    replace: '',
    test: 'test/attendance/missing/unread.test.ts',
  },
  {
    name: 'what could not be read counts as told and forgotten',
    file: 'lib/attendance/forgotten.ts',
    find: 'unread === undefined ? state.forgottenBefore[kind] : unread.forgottenBefore',
    replace: 'state.forgottenBefore[kind]',
    test: 'test/attendance/missing/unread-records.test.ts',
  },
  {
    name: 'a record that cannot be read seems to be gone',
    file: diff,
    find: 'if (!unread.has(id) && isClockingAwaited(before, asked.window))',
    replace: 'if (isClockingAwaited(before, asked.window))',
    test: 'test/attendance/missing/unread-records.test.ts',
  },
  {
    name: 'clockings are forgotten at once when they end',
    file: forget,
    find: 'return lastOf(last, keptUntil) > cutoff\n  })\n  const clockings',
    replace: 'return false\n  })\n  const clockings',
  },
  {
    name: 'it is not remembered up to when things are forgotten',
    file: forget,
    find: 'const clockings = later(state.forgottenBefore.clockings, cutoff)',
    replace: 'const clockings = state.forgottenBefore.clockings ?? later(null, 0)',
  },
  {
    name: 'absences are forgotten a week early',
    file: forget,
    find: "const cutoff = cutoffOf(state, 'absences', forgetBefore)",
    replace: "const cutoff = cutoffOf(state, 'absences', forgetBefore) + 7 * day",
  },
  {
    name: 'a large state stays as it is',
    file: 'lib/attendance/state/keep-small.ts',
    find: 'if (fits(state)) return state',
    replace: 'if (fits(state) || state !== null) return state',
    test: 'test/attendance/in-parts.test.ts',
  },
  {
    name: 'what follows from both kinds was not observed since the clockings were',
    file: 'lib/attendance/apply.ts',
    find: "if (step.draft?.name === 'clocked-in-while-absent') return earlier(clockings, absences)",
    replace: '',
  },
  {
    name: 'what an answer shows of an absence was not observed since the clockings were',
    file: 'lib/attendance/apply.ts',
    find: "return step.of === 'absence' && step.by === 'answer' ? absences : clockings",
    replace: 'return clockings',
    run: { seed: 3 },
  },
  {
    name: 'what was not found for a day is looked for only once nothing else is',
    file: 'lib/attendance/missing/unread-again.ts',
    find: 'return sought.length === 0 || isFirstOfQuarter(known, now) ? unseen : sought',
    replace:
      'return sought.length === 0 || (now < 0 && isFirstOfQuarter(known, now)) ? unseen : sought',
    test: 'test/attendance/missing/unread-again.test.ts',
  },
  {
    name: 'a removed clocking says where somebody is',
    file: 'lib/attendance/diff.ts',
    find: ".filter(([, { phase }]) => phase !== 'removed')",
    replace: '',
    test: 'test/promise/zones-of-old.test.ts',
  },
  {
    name: 'an absence that was put off is nobody’s any more',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: "phase === 'upcoming' && raised.includes(putOff)",
    replace: "phase === 'started' && raised.includes(putOff)",
    test: 'test/promise/put-off.test.ts',
  },
  {
    name: 'an absence whose times are written otherwise is another',
    file: 'lib/attendance/absences/absence-fields.ts',
    find: 'sameJson(one, other) || sameJson(inOneSpelling(one), inOneSpelling(other))',
    replace: 'sameJson(one, other)',
    test: 'test/promise/spellings-of-absences.test.ts',
  },
]
