import type { SourceMutant } from './source-mutant.ts'

const missing = 'lib/attendance/missing/missing.ts'
const takingBack = 'lib/attendance/taking-back.ts'
const loss = 'lib/attendance/missing/loss.ts'
const losses = 'lib/polling/asking/losses.ts'
const lookElsewhere = 'lib/polling/asking/look-elsewhere.ts'
const inPieces = 'lib/polling/asking/in-pieces.ts'

/** What is gone, and what is taken back. */
export const removalMutants: readonly SourceMutant[] = [
  {
    name: 'an answer of which only the first reading shows something lacks it',
    file: 'lib/polling/asking/shown.ts',
    find: 'each.isStable && !doDiffer(each)',
    replace: 'each.isStable',
    test: 'test/promise/nothing-invented/flapping-replicas.test.ts',
  },
  {
    name: 'what the later readings of an answer show is all there is to a record',
    file: 'lib/polling/asking/shown.ts',
    find: 'hasChanged ||',
    replace: '',
    test: 'test/promise/nothing-lost/lagging-readings.test.ts',
  },
  {
    name: 'a record is compared with the reading just before alone, which may lack it',
    file: 'lib/workforce/whole-answer.ts',
    find: 'hasChangedSince(shown, last)',
    replace: 'hasChangedSince(before, last)',
    test: 'test/workforce/whole-answer.test.ts',
  },
  {
    name: 'what is missing is gone at the next answer, however soon',
    file: missing,
    find: "return now >= from ? 'gone' : 'waiting'",
    replace: "return now >= from - 10 * day ? 'gone' : 'waiting'",
    test: 'test/attendance/believing-removal.test.ts',
  },
  {
    name: 'what began past the reach of the API is looked for nowhere',
    file: 'lib/polling/asking/losses.ts',
    find: 'if (from === null) return true',
    replace: 'if (from === null) return !isBeyondReach(answered, kind, id)',
    test: 'test/promise/nothing-lost/past-the-reach.long.ts',
  },
  {
    name: 'what began past the reach of the API is looked for again and again',
    file: missing,
    find: 'return isSoughtNow ? [',
    replace: 'return isSoughtNow && false ? [',
    test: 'test/promise/nothing-lost/past-the-reach.long.ts',
  },
  {
    name: 'a leaver is let go of whom something past the reach of the API could not be looked for',
    file: 'lib/attendance/settle.ts',
    find: ' || isUnsought(clocking)',
    replace: '',
    test: 'test/promise/nothing-lost/past-the-reach.long.ts',
  },
  {
    name: 'nothing that is forgotten is taken back',
    file: takingBack,
    find: 'return isMoved && (before.end !== null || before.mayBeBack) ?',
    replace: 'return isMoved && false ?',
    test: 'test/attendance/stale-clockings.test.ts',
  },
  {
    name: 'what is not published of an absence is taken back by one answer',
    file: 'lib/attendance/absences/absence-fields.ts',
    find: 'const later: Fields = cutAbsence(after, privacy)',
    replace: 'const { estimatedReturn: _, ...later }: Fields = { ...cutAbsence(after, privacy) }',
    test: 'test/attendance/stale-absences.test.ts',
  },
  {
    name: 'one answer is enough for a removal',
    file: missing,
    find: "const outcome = outcomeOf(before, 'clockings', isWide, context)",
    replace:
      "const outcome = outcomeOf({ ...before, missingSince: before.missingSince ?? utc(at - 10 * day) }, 'clockings', isWide, context)",
  },
  {
    name: 'one answer is enough for a withdrawal',
    file: missing,
    find: "const outcome = outcomeOf(before, 'absences', isWide, context)",
    replace:
      "const outcome = outcomeOf({ ...before, missingSince: before.missingSince ?? utc(at - 10 * day) }, 'absences', isWide, context)",
  },
  {
    name: 'an answer that was asked for less counts towards a removal',
    file: missing,
    find: 'doubted: isWide ? marks : [...marks, unsought]',
    replace: 'doubted: isWide ? marks : [...marks]',
    test: 'test/promise/nothing-lost/looked-everywhere.long.ts',
  },
  {
    name: 'any loss of clockings is believed',
    file: losses,
    find: 'doubted: { clockings: losses.clockings.isDoubted,',
    replace: 'doubted: { clockings: false,',
  },
  {
    name: 'any loss of absences is believed',
    file: losses,
    find: 'absences: losses.absences.isDoubted },',
    replace: 'absences: false },',
    test: 'test/promise/nothing-invented/disappearance.test.ts',
  },
  {
    name: 'absences that have ended are not missed with the others',
    file: loss,
    find: '(since !== null && endedMissingSince !== null && endedMissingSince >= since - together)',
    replace: 'false',
    test: 'test/promise/nothing-invented/loss-of-ended-absences.test.ts',
  },
  {
    name: 'absences that have ended are a loss by themselves',
    file: loss,
    find: '(since !== null && endedMissingSince !== null && endedMissingSince >= since - together)',
    replace: 'endedMissingSince !== null',
    test: 'test/promise/nothing-invented/loss-of-ended-absences.test.ts',
  },
  {
    name: 'absences that ended and went long before count in a loss',
    file: loss,
    find: 'endedMissingSince !== null && endedMissingSince >= since - together)',
    replace: 'endedMissingSince !== null)',
    test: 'test/promise/nothing-invented/loss-of-ended-absences.test.ts',
  },
  {
    name: 'what was missing of those who are not answered now is no loss',
    file: 'lib/polling/asking/losses.ts',
    find: 'return rememberedShare(state, kind, acceptedAt)',
    replace: 'return shareWith(false, [], [])',
    test: 'test/polling/asking/losses.test.ts',
  },
  {
    name: 'no second look for clockings',
    file: lookElsewhere,
    find: 'await lookForClockings(api, state, clockings, call, forClockings)',
    replace: '{ ...clockings, isWide: true }',
  },
  {
    name: 'no second look for absences',
    file: lookElsewhere,
    find: 'await lookForAbsences(api, state, absences, each.asked, call, forAbsences)',
    replace: '{ ...absences, isWide: true }',
    test: 'test/promise/nothing-lost/looked-everywhere.long.ts',
  },
  {
    name: 'one without an id that a second look shows cannot be what is missing',
    file: 'lib/polling/asking/beside.ts',
    find: 'const both = withUnread(withKnown(first, second, isWanted), second, nameless)',
    replace: 'const both = withKnown(first, second, isWanted)',
    test: 'test/promise/bad-records/bad-records.test.ts',
  },
  {
    name: 'a clocking of long ago counts as removed',
    file: missing,
    find: 'if (missingSince !== null && epochMs(before.known.start) <= reach)',
    replace: 'if (missingSince !== null && epochMs(before.known.start) <= 0)',
    test: 'test/attendance/clocking-removal.test.ts',
  },
  {
    name: 'what began before the reach of the API is never withdrawn',
    file: missing,
    find: "const outcome = outcomeOf(before, 'absences', isWide, context)",
    replace:
      "const outcome = 'date' in before.known.start && at - Date.parse(before.known.start.date) > 90 * day ? 'waiting' : outcomeOf(before, 'absences', isWide, context)",
    test: 'test/attendance/absence-withdrawal.test.ts',
  },
  {
    name: 'what is in doubt holds a window for ever',
    file: 'lib/polling/asking/losses.ts',
    find: 'now - epochMs(missingSince) > longestHold) return false',
    replace: 'now - epochMs(missingSince) > 99 * longestHold) return false',
    equivalent:
      'a window that reaches as far back as the API does is read in pieces: it only costs more calls',
  },
  {
    name: 'what is looked for everywhere is looked for in the same order each time',
    file: lookElsewhere,
    find: 'const inTurn = shuffled(people, startedAt)',
    replace: 'const inTurn = startedAt < 0 ? [] : people',
    test: 'test/polling/asking/look-elsewhere.test.ts',
  },
  {
    name: 'what is looked for everywhere is asked for in one piece after another',
    file: inPieces,
    find: 'sideBySide(Infinity, others, read)',
    replace: 'sideBySide(1, others, read)',
    test: 'test/promise/nothing-lost/looked-everywhere.long.ts',
  },
  {
    name: 'what cannot be had of one piece hides what the others show',
    file: inPieces,
    find: '!ofOnePiece.has(each.kind)',
    replace: '(ofOnePiece.has(each.kind) || true)',
    test: 'test/promise/nothing-lost/looked-everywhere.long.ts',
  },
  {
    name: 'whoever was looked for in some pieces was looked for everywhere',
    file: inPieces,
    find: 'shown.isComplete && answers.length === all.length',
    replace: 'shown.isComplete',
    test: 'test/promise/nothing-lost/looked-everywhere.long.ts',
  },
  {
    name: 'nobody is looked for while so much is missing that none of it is believed',
    file: 'lib/polling/asking/look-elsewhere.ts',
    find: 'const whileDoubted = 5',
    replace: 'const whileDoubted = 0',
    test: 'test/promise/nothing-invented/bulk-corrections.test.ts',
  },
  {
    name: 'who is not found while so much is missing that none of it is believed was looked for',
    file: 'lib/polling/asking/look-elsewhere.ts',
    find: 'isBelieved(kind) ? found : { ...found, isWide: false }',
    replace: 'found',
    test: 'test/promise/nothing-lost/looked-everywhere.long.ts',
  },
  {
    name: 'a slot is no longer where calls take long',
    file: 'lib/polling/dispatching/plan-slots.ts',
    find: 'capacity.latency * generous.calls',
    replace: '0 * capacity.latency * generous.calls',
    test: 'test/polling/dispatching/plan-slots.test.ts',
  },
  {
    name: 'an absence in doubt starts',
    file: 'lib/attendance/absences/absence-steps.ts',
    find: 'isCertain(tracked) || isPerhapsThere(tracked)',
    replace: 'true || isCertain(tracked) || isPerhapsThere(tracked)',
    test: 'test/attendance/absences.test.ts',
  },
  {
    name: 'an answer that is not known to be whole takes away',
    file: 'lib/attendance/clockings/diff-clockings.ts',
    find: 'const isConclusive = asked.isComplete && !isHidden',
    replace: 'const isConclusive = !isHidden',
    equivalent: 'what was not whole twice, ten minutes apart, is looked for everywhere once more',
  },
  {
    name: 'what an answer takes back is told at once',
    file: takingBack,
    find: 'taken.every((mark) => doubted.includes(mark))',
    replace: 'taken.length >= 0 || doubted.length >= 0',
  },
  {
    name: 'an older value that returns is told at once',
    file: takingBack,
    find: 'return isVanishing || former.includes(mark) ? [mark] : []',
    replace: 'return isVanishing ? [mark] : []',
  },
  {
    name: 'what vanishes is told at once',
    file: takingBack,
    find: 'return isVanishing || former.includes(mark) ? [mark] : []',
    replace: 'return former.includes(mark) ? [mark] : []',
  },
  {
    name: 'what is taken back is never told',
    file: takingBack,
    find: 'taken.every((mark) => doubted.includes(mark))',
    replace: 'taken.length === 0 || (doubted.length > 99 && taken.length > 99)',
  },
]
