import type { SourceMutant } from './source-mutant.ts'

const window = 'lib/polling/asking/window.ts'
const askedSince = 'lib/attendance/asked-since.ts'
const behind = 'lib/polling/asking/behind.ts'
const progress = 'lib/polling/shard/progress.ts'
const pollShard = 'lib/polling/shard/poll-shard.ts'
const askEmployees = 'lib/polling/asking/ask-employees.ts'
const telling = 'lib/polling/asking/telling.ts'
const askShard = 'lib/polling/asking/ask-shard.ts'
const whomToAsk = 'lib/polling/asking/whom-to-ask.ts'

/** Since when and whom the API is asked. */
export const askingMutants: readonly SourceMutant[] = [
  {
    name: 'whoever is throttled is asked first as others who were left over',
    file: 'lib/polling/shard/progress.ts',
    find: "if (heldUp.has(employeeId)) return [employeeId, 'held-up']",
    replace: "if (heldUp.has(employeeId)) return [employeeId, 'left']",
    run: { seed: 100 },
  },
  {
    name: 'whoever is too slow for a poll is asked first again',
    file: askEmployees,
    find: 'return { isSlow: isSlow(begun), error: outcome.error }',
    replace: 'return { isSlow: false, error: outcome.error }',
    run: { seed: 1024 },
  },
  {
    name: 'whoever failed is always asked after the others',
    file: 'lib/polling/asking/whom-to-ask.ts',
    find: 'isLeftOver(behind, readThrough) || isOverdue(behind, shard, now)',
    replace: 'isLeftOver(behind, readThrough)',
    test: 'test/polling/one-holds-up-nobody.test.ts',
  },
  {
    name: 'the window goes by the lookback alone',
    file: window,
    find: 'Math.max(backFrom(Math.min(since, now), lookbackHours), reach)',
    replace: 'Math.max(backFrom(now, lookbackHours), reach)',
  },
  {
    name: 'the window goes by the answer before alone',
    file: window,
    find: 'since - lookbackHours * hour - overlap',
    replace: 'since - overlap',
  },
  {
    name: 'absences ignore when they were read before',
    file: window,
    find: 'Math.min(now - 2 * day, backFrom(Math.min(since, now), lookbackHours) - westernmost)',
    replace: 'now - 2 * day',
    test: 'test/polling/left-over.test.ts',
  },
  {
    name: 'the second answer about absences waits until they are due',
    file: whomToAsk,
    find: 'isSecondAnswerAwaited(state),',
    replace: 'false,',
    test: 'test/polling/absences-in-doubt.test.ts',
  },
  {
    name: 'what is put off by months is looked for in the next three alone',
    file: window,
    find: 'const furthestAhead = 5 * 366 * day',
    replace: 'const furthestAhead = 90 * day',
    run: { seed: 502, faults: ['long-absences'] },
  },
  {
    name: 'the newest piece of a long window is dropped',
    file: window,
    find: 'all.push({ from: start, to: Math.min(start + longest, to) })\n  return all',
    replace:
      'all.push({ from: start, to: Math.min(start + longest, to) })\n  return all.length > 1 ? all.slice(0, -1) : all',
  },
  {
    name: 'nobody hears that a look everywhere is refused',
    file: 'lib/polling/asking/look-elsewhere.ts',
    find: 'if (error instanceof ProblemError) refused.push({ employeeId, error })',
    replace: '',
    test: 'test/promise/nothing-lost/wrong-clock.test.ts',
  },
  {
    name: 'the window is not kept within the reach',
    file: window,
    find: 'from: Math.max(backFrom(Math.min(since, now), lookbackHours), reach), to: now, reach',
    replace: 'from: backFrom(since, lookbackHours), to: now, reach',
    test: 'test/polling/gapless.test.ts',
  },
  {
    name: 'an outage moves polledThrough',
    file: pollShard,
    find: 'const progress = { ...shard, behind, ...learned, ',
    replace:
      'const progress = { ...shard, behind, ...learned, polledThrough: new Date(startedAt).toISOString(), ',
  },
  {
    name: 'an outage moves absencesReadAt',
    file: pollShard,
    find: 'const progress = { ...shard, behind, ...learned, ',
    replace:
      'const progress = { ...shard, behind, ...learned, absencesReadAt: new Date(startedAt).toISOString(), ',
    run: { seed: 2, employees: 20, days: 6, faults: ['api-outage'] },
  },
  {
    name: 'absences that nobody could be asked for count as read',
    file: pollShard,
    find: "areAbsencesDue(shard, startedAt, settings.absencesEverySeconds) &&\n      answers.absences.kind === 'answered',",
    replace: 'areAbsencesDue(shard, startedAt, settings.absencesEverySeconds),',
  },
  {
    name: 'everyone is always accounted for',
    file: progress,
    find: 'return behind === null ? [] : [[id, behind]]',
    replace: 'return behind === null || id !== "" ? [] : [[id, behind]]',
  },
  {
    name: 'who is behind is not asked from where they were: clockings',
    file: askedSince,
    find: 'shard.behind[kind][employeeId]?.since ??',
    replace: "(kind === 'absences' ? shard.behind[kind][employeeId]?.since : undefined) ??",
  },
  {
    name: 'who is behind is not asked from where they were: absences',
    file: askedSince,
    find: 'shard.behind[kind][employeeId]?.since ??',
    replace: "(kind === 'clockings' ? shard.behind[kind][employeeId]?.since : undefined) ??",
  },
  {
    name: 'who fails is not behind',
    file: behind,
    find: "if (standing === 'done') return null",
    replace: "if (standing !== 'left') return null",
  },
  {
    name: 'who is left over counts as polled',
    file: behind,
    find: "if (standing === 'done') return null",
    replace: "if (standing !== 'failed') return null",
  },
  {
    name: 'who fails is asked from where the shard is by then',
    file: behind,
    find: 'return { since, tries, retryAt: utc(now + retryAfter(tries - 1)) }',
    replace: 'return { since: utc(now), tries, retryAt: utc(now + retryAfter(tries - 1)) }',
  },
  {
    name: 'who fails is never asked again',
    file: behind,
    find: 'return wait > 0 && wait <= longestWait',
    replace: 'return behind?.retryAt != null',
  },
  {
    name: 'an item that cannot be read is not remembered as behind',
    file: progress,
    find: 'return Object.fromEntries([...readable, ...unreadable])',
    replace: 'return Object.fromEntries(readable)',
  },
  {
    name: 'where absences were never read, they are asked for since clockings were',
    file: progress,
    find: "(isUnread && isAnswered ? 'left' : undefined)",
    replace: 'undefined',
    test: 'test/promise/nothing-lost/first-absences.long.ts',
  },
  {
    name: 'an unstable answer counts as complete',
    file: 'lib/polling/shard/progress.ts',
    find: "if (!isComplete) return 'held-up'",
    replace: "if (!isComplete) return 'done'",
    test: 'test/polling/left-over.test.ts',
  },
  {
    name: 'an answer in doubt moves the window on',
    file: 'lib/polling/shard/progress.ts',
    find: "isInDoubt ? 'doubted' : 'done'",
    replace: "'done'",
    test: 'test/promise/nothing-invented/doubted-loss.long.ts',
  },
  {
    name: 'the breaker counts who failed before',
    file: telling,
    find: 'outcomes.filter((each) => each.isWell && !isThrottled(each))',
    replace: 'outcomes.filter((each) => !isThrottled(each))',
    test: 'test/polling/asking/outages.test.ts',
  },
  {
    name: 'the order never changes, and who fails comes first',
    file: whomToAsk,
    find: 'return [1, 0, byChance]',
    replace: 'return [3, 0, 0]',
    equivalent:
      'whoever is left over behind those who fail comes first in the next poll, which follows at once',
  },
  {
    name: 'one who is throttled stops the poll',
    file: askEmployees,
    find: 'isOver ||= isThrottled(outcome) && isThrottlingCommon(known, wereMostFailing)',
    replace: 'isOver ||= isThrottled(outcome)',
    equivalent:
      'who fails comes last from then on, and whoever was left over first: it costs them one turn',
  },
  {
    name: 'who left, and is refused, tells of the API',
    file: askShard,
    find: 'leftAt === null && !isFailing(',
    replace: '(leftAt === null || true) && !isFailing(',
    test: 'test/promise/nobody-held-up/closed-site.test.ts',
  },
  {
    name: 'where all of a few are refused, it is each one alone',
    file: telling,
    find: 'isTrouble || failed.length >= several',
    replace: 'isTrouble',
    test: 'test/promise/nobody-held-up/failing-people.long.ts',
  },
  {
    name: 'that no token can be had is the failure of whom it is wanted for',
    file: telling,
    find: "=> error.operation === 'token'",
    replace: '=> false',
    test: 'test/promise/nobody-held-up/failing-people.long.ts',
  },
  {
    name: 'the breaker never opens',
    file: telling,
    find: 'return last.length === breaker && last.every(isFailed)',
    replace: 'return false',
    test: 'test/polling/asking/outages.test.ts',
  },
  {
    name: 'nobody is published where most calls fail',
    file: telling,
    find: 'if (outcomes.some((each) => !isFailed(each))) return null',
    replace: '',
    test: 'test/promise/nobody-held-up/failing-people.long.ts',
  },
  {
    name: 'whoever failed as most did is to blame',
    file: askEmployees,
    find: 'mostFail && !(error instanceof ProblemError)',
    replace: 'false && !(error instanceof ProblemError)',
    test: 'test/polling/asking/outages.test.ts',
  },
  {
    name: 'whose pages never agree is asked before everybody',
    file: 'lib/polling/shard/progress.ts',
    find: "if (!isComplete) return 'held-up'",
    replace: "if (!isComplete) return 'left'",
    test: 'test/polling/one-holds-up-nobody.test.ts',
  },
  {
    name: 'absences that fail hold up the clockings',
    file: askShard,
    find: '  const people = together(polled, clockings, absences, now)',
    replace:
      "  if (absences.kind === 'outage') return absences\n  const people = together(polled, clockings, absences, now)",
  },
  {
    name: 'clockings that fail for everybody hold up the absences',
    file: askShard,
    find: 'if (isOut && clockings.isTotal) return outageOf(clockings, [])',
    replace: 'if (isOut) return outageOf(clockings, [])',
    run: { seed: 1, employees: 20, days: 3, faults: ['clockings-refused'] },
  },
  {
    name: 'absences that are read move the clockings on, which nobody could be asked for',
    file: progress,
    find: 'polledThrough: areClockingsRead ? utc(startedAt) : shard.polledThrough,',
    replace: 'polledThrough: utc(startedAt),',
  },
  {
    name: 'absences are asked for where no call can succeed',
    file: askShard,
    find: 'if (isOut && clockings.isTotal) return outageOf(clockings, [])',
    replace: '',
    test: 'test/polling/clockings-hold-up-nothing.test.ts',
  },
  {
    name: "an answer's moment is the beginning of the poll",
    file: askShard,
    find: 'now: Math.max(one?.now ?? 0, other?.now ?? 0) || now,',
    replace: 'now: one?.asked ?? now,',
    test: 'test/polling/left-over.test.ts',
  },
  {
    name: 'SNS is tried as long as it hangs',
    file: 'lib/polling/publishing/publish-while-able.ts',
    find: "patience.isOver() ? 'NotTried' : null",
    replace: 'null',
    equivalent:
      'every publish ends at a deadline that leaves time to save everybody: the poll only takes longer',
  },
  {
    name: 'pages are read once',
    file: 'lib/workforce/whole-answer.ts',
    find: 'const mostPasses = 4',
    replace: 'const mostPasses = 1',
  },
]
