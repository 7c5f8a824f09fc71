import type { SourceMutant } from './source-mutant.ts'

const forget = 'lib/attendance/state/forget.ts'

/** When absences start and end, by whose clock, and for how long they are remembered. */
export const absencesMutants: readonly SourceMutant[] = [
  {
    name: 'an absence is forgotten by the clock of where its employee is',
    file: forget,
    find: 'known.end === null && span !== null ? span.start + 90 * day : overEverywhereAt(known)',
    replace: 'span !== null ? (span.end ?? span.start + 90 * day) : overEverywhereAt(known)',
    test: 'test/promise/nothing-invented/other-clocks-later.test.ts',
  },
  {
    name: 'absences are forgotten a week early',
    file: forget,
    find: "const cutoff = cutoffOf(state, 'absences', forgetBefore)",
    replace: "const cutoff = cutoffOf(state, 'absences', forgetBefore) + 7 * day",
  },
  {
    name: 'an absence that is given an end before its start goes on for ever',
    file: 'lib/attendance/absences/absence-times.ts',
    find: 'return { start, end: end === null ? null : Math.max(start, end) }',
    replace: 'return end !== null && end <= start ? null : { start, end }',
  },
  {
    name: 'an absence that holds for no time starts',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: 'span.start <= context.now && !isEmptySpan(span)) {',
    replace: 'span.start <= context.now) {',
  },
  {
    name: 'the clock of another zone is no news of what lasts',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: "phase === before.phase && phase !== 'started'",
    replace: 'phase === before.phase',
    test: 'test/promise/nothing-invented/other-zones.test.ts',
  },
  {
    name: 'an end by a wrong clock is never taken back',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: "const isNoNews = isByOtherClockAlone && phase === before.phase && phase !== 'started'",
    replace: "const isNoNews = isByOtherClockAlone && before.phase !== 'started'",
    test: 'test/promise/nothing-invented/other-zones.test.ts',
  },
  {
    name: 'another zone changes what ended by the clock that was right then',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: 'if (changes.length === 0 || isNoNews)',
    replace: 'if (changes.length === 0)',
    test: 'test/promise/nothing-invented/other-zones.test.ts',
  },
  {
    name: 'an absence that had ended does not start once more where it is moved to later',
    file: 'lib/attendance/absences/absence-phase.ts',
    find: "const before = phase === 'ended' ? spanOf(known, context) : null",
    replace: "const before = phase === 'ended' && now < 0 ? spanOf(known, context) : null",
    test: 'test/attendance/empty-absences.test.ts',
  },
  {
    name: 'an absence that will never start is kept for ever',
    file: forget,
    find: "if (phase === 'upcoming' && !willNeverStart) return true",
    replace: "if (phase === 'upcoming') return true",
    test: 'test/attendance/empty-absences.test.ts',
  },
  {
    name: 'what an answer shows of an absence was not observed since the clockings were',
    file: 'lib/attendance/apply.ts',
    find: "return step.of === 'absence' && step.by === 'answer' ? absences : clockings",
    replace: 'return clockings',
    run: { seed: 3 },
  },
  {
    name: 'an absence that was put off is nobody’s any more',
    file: 'lib/attendance/absences/absence-phase.ts',
    find: "phase === 'upcoming' && raised.includes(putOff)",
    replace: "phase === 'started' && raised.includes(putOff)",
    test: 'test/promise/nothing-lost/put-off.test.ts',
  },
  {
    name: 'when an absence began is worked out anew by whoever asks',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: ', startedAt: utc(span.start)',
    replace: '',
    test: 'test/promise/nothing-invented/later-midday.test.ts',
  },
  {
    name: 'an absence began when it was first said to have, whatever is corrected',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: 'if (isAsBefore || span === null)',
    replace: 'if (isAsBefore || span !== null)',
    test: 'test/promise/nothing-invented/later-midday.test.ts',
  },
  {
    name: 'an absence whose times are written otherwise is another',
    file: 'lib/attendance/absences/absence-fields.ts',
    find: 'sameJson(one, other) || sameJson(inOneSpelling(one), inOneSpelling(other))',
    replace: 'sameJson(one, other)',
    test: 'test/promise/nothing-invented/spellings-of-absences.test.ts',
  },
  {
    name: 'a time of day is reckoned with as the API spells it',
    file: 'lib/workforce/local-time.ts',
    find: "time.replace(/(\\.\\d{9})\\d+$/, '$1')",
    replace: 'time',
    test: 'test/promise/bad-records/bad-absences.test.ts',
  },
  {
    name: 'an absence is over an hour and a half after its end',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: 'span.end <= context.now) {',
    replace: 'span.end + 5_400_000 <= context.now) {',
  },
  {
    name: 'what is no time of day holds its person up',
    file: 'lib/attendance/absences/absence-times.ts',
    find: 'if (error instanceof RangeError) return time\n',
    replace: '',
    test: 'test/attendance/absences/absence-times.test.ts',
  },
  {
    name: 'the end of an absence that began before the first run is no news either',
    file: 'lib/attendance/apply.ts',
    find: 'happenedAt(step) <= epochMs(before.baselineAt)',
    replace:
      "(step.draft?.name === 'absence-ended' ? epochMs(step.tracked?.startedAt ?? '') : happenedAt(step)) <= epochMs(before.baselineAt)",
  },
  {
    name: 'an absence that is moved while somebody is in calls for attention once more',
    file: 'lib/attendance/attention.ts',
    find: 'lastsSince(absence)',
    replace: 'absence.revision',
  },
  {
    name: 'an absence that is put off and comes calls for no attention any more',
    file: 'lib/attendance/absences/absence-phase.ts',
    find: "const goesOn = phase === 'started' && before.phase === 'started'",
    replace: 'const goesOn = phase !== before.phase || phase === before.phase',
    test: 'test/attendance/attention-moved.test.ts',
  },
  {
    name: 'another name of a zone is another zone',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: "field === 'timeZone' ? isSameZone(String(one), String(other)) : sameField",
    replace: 'sameField',
    test: 'test/attendance/absences.test.ts',
  },
]
