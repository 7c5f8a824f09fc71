import type { SourceMutant } from './source-mutant.ts'

/** Fifteen events a second at most, of five for each function. */
const run: SourceMutant['run'] = { seed: 17, employees: 20, days: 2, faults: [] }

const handOn = 'lib/publishing/publish-and-hand-on.ts'
const patience = 'lib/publishing/patience.ts'
const publishToLog = 'lib/polling/publishing/publish-to-log.ts'

/** What keeps all that publish below what the topic is to be sent, and has what waits go first. */
export const publishingMutants: readonly SourceMutant[] = [
  {
    name: 'a second has twice as many messages',
    file: 'lib/publishing/publishing-pace.ts',
    find: 'busy + messages <= perSecond',
    replace: 'busy + messages <= 2 * perSecond',
    run,
  },
  {
    name: 'a message counts until it is answered',
    file: 'lib/publishing/publishing-pace.ts',
    find: 'entry.until = now() + second',
    replace: 'entry.until = now()',
    run,
  },
  {
    name: 'a function publishes at once though another may have until now',
    file: 'lib/publishing/publishing-pace.ts',
    find: 'const until = now() + second',
    replace: 'const until = now()',
    run,
  },
  {
    name: 'what waits has a share of the time that is left, however little that is',
    file: 'lib/polling/publishing/flush.ts',
    find: 'Math.max(timeFor * shareOfFlushing, leastForFlushing)',
    replace: 'timeFor * shareOfFlushing',
    test: 'test/polling/publishing/flush.test.ts',
  },
  {
    name: 'what waits for a turn goes in the same order each time',
    file: 'lib/polling/publishing/flush.ts',
    find: 'return employees.toSorted((a, b) => since(a) - since(b))',
    replace: 'return since === null ? [] : [...employees]',
    test: 'test/polling/publishing-rate.test.ts',
  },
  {
    name: 'what waits for the event log or a bus is published again with every poll',
    file: handOn,
    find: 'const fresh = entries.filter(({ id }) => known.get(id) === null)',
    replace: 'const fresh = entries.filter(({ id }) => known.get(id) !== id)',
    test: 'test/polling/publishing/second-away.test.ts',
  },
  {
    name: 'what follows a gap is handed on',
    file: handOn,
    find: 'if (!acknowledged.has(id)) stopped.add(employeeId)',
    replace: 'if (!acknowledged.has(id)) stopped.add(id)',
    test: 'test/publishing/publish-and-hand-on.test.ts',
  },
  {
    name: 'an event log that does not answer is asked each time',
    file: patience,
    find: 'now() < leftAt + pause',
    replace: 'now() < leftAt',
    test: 'test/publishing/publish-and-hand-on.test.ts',
  },
  {
    name: 'an event log that does not answer has SNS given up on',
    file: handOn,
    find: 'const { isUnanswered = false } = one',
    replace: 'const isUnanswered = one.isUnanswered === true || two.isUnanswered === true',
    test: 'test/publishing/publish-and-hand-on.test.ts',
  },
  {
    name: 'events may go to a bus of another region',
    file: 'lib/settings/checks/settings-checks.ts',
    find: '  ...busProblems(settings),\n',
    replace: '',
    test: 'test/settings/publishing-settings.test.ts',
  },
  {
    name: 'what hangs after SNS counts as SNS once time is up',
    file: 'lib/polling/publishing/publish-while-able.ts',
    find: 'const silence = isHeard || acknowledged.size > 0 ? {} : { isUnanswered: true }',
    replace: 'const silence = isHeard ? { isUnanswered: true } : { isUnanswered: true }',
    test: 'test/polling/publishing/publish-while-able.test.ts',
  },
  {
    name: 'what was taken by the time that somebody is given up on does not count',
    file: 'lib/polling/publishing/publish-while-able.ts',
    find: 'return { acknowledged: new Set(acknowledged), failures',
    replace: 'return { acknowledged: new Set(), failures',
    test: 'test/polling/publishing/publish-while-able.test.ts',
  },
  {
    name: 'who had too little time to answer is taken for one who is away',
    file: patience,
    find: 'if (within < timeToAnswer && failures.some(isTimeOut)) {',
    replace: 'if (within < 0 && failures.some(isTimeOut)) {',
    test: 'test/publishing/patience.test.ts',
  },
  {
    name: 'SNS has all the time there is, and nothing is left for what comes after it',
    file: handOn,
    find: 'const time = within === undefined ? undefined : timeOfFirst(within)',
    replace: 'const time = within ?? (timeOfFirst(1) > 0 ? undefined : within)',
    test: 'test/publishing/slow-publishers.test.ts',
  },
  {
    name: 'what both took is handed on again where that became known too late',
    file: handOn,
    find: "const done = new Set(idsOf('by both'))",
    replace: "const done = new Set(idsOf('by nobody'))",
    test: 'test/publishing/slow-publishers.test.ts',
  },
  {
    name: 'of more events than are remembered none is',
    file: 'lib/publishing/taken.ts',
    find: 'Math.abs(now() - oldest[1]) >= forgottenAfter',
    replace: 'now() - oldest[1] < forgottenAfter',
    test: 'test/publishing/slow-publishers.test.ts',
  },
  {
    name: 'what is on its way to the log is appended once more where it is asked for again',
    file: publishToLog,
    find: '!before.has(id) && until > began',
    replace: 'id !== null && until > began',
    test: 'test/polling/publishing/publish-to-log.test.ts',
  },
  {
    name: 'what nobody waits for any more is appended all the same',
    file: publishToLog,
    find: '!before.has(id) && until > began',
    replace: '!before.has(id) && until > 0',
    test: 'test/polling/publishing/publish-to-log.test.ts',
  },
  {
    name: 'whoever waits for the log behind others waits as long as these',
    file: publishToLog,
    find: 'if (!turn.hasBegun)',
    replace: 'if (turn.waiting.size === 0)',
    test: 'test/polling/publishing/publish-to-log.test.ts',
  },
  {
    name: 'a poll that comes too late to ask leaves what had no turn at first',
    file: 'lib/polling/shard/poll-shard.ts',
    find: 'const rest = await outgoing.flushRest()\n    const pending = oldestPending(rest.flushed)\n    const progress =',
    replace: 'const pending = oldestPending(outgoing.atFirst.flushed)\n    const progress =',
    test: 'test/polling/slots.test.ts',
  },
  {
    name: 'where what was delivered fills the memory nothing else is remembered',
    file: 'lib/publishing/taken.ts',
    find: 'return first !== undefined && delivered.delete(first)',
    replace: 'return first === undefined && delivered.delete(first ?? "")',
    test: 'test/publishing/slow-publishers.test.ts',
  },
  {
    name: 'an event that is refused for what it is holds up those of its batch',
    file: 'lib/publishing/topic.ts',
    find: 'if (sent.length > 1) waiting.unshift(...sent.map((each) => [each]))',
    replace: 'if (sent.length > 1) failures.push(failure)',
    test: 'test/publishing/refused-events.test.ts',
  },
  {
    name: 'all events of somebody are tried, though all are refused for what they are',
    file: 'lib/publishing/topic.ts',
    find: 'refusalsOf(each) < mostRefusals',
    replace: 'refusalsOf(each) < 100 * mostRefusals',
    test: 'test/publishing/refused-events.test.ts',
  },
  {
    name: 'events that are refused for what they are have a FIFO topic given up on',
    file: 'lib/publishing/fifo-topic.ts',
    find: 'if (!(error instanceof Error && isOfWhatWasSent(error))) failed++',
    replace: 'failed++\n        if (!(error instanceof Error)) isOfWhatWasSent(new Error())',
    test: 'test/publishing/refused-events.test.ts',
  },
  {
    name: 'a lane of the event log that does not answer is asked each time',
    file: 'lib/polling/publishing/publish-to-log.ts',
    find: 'const append = appending.get(lane) ?? appendingTo(writer, lane, now)',
    replace: 'const append = appendingTo(writer, lane, now)',
    test: 'test/polling/publishing/publish-to-log.test.ts',
  },
]
