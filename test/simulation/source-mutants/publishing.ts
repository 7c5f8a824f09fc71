import type { SourceMutant } from './source-mutant.ts'

/** Fifteen events a second at most, of five for each function. */
const run: SourceMutant['run'] = { seed: 17, employees: 20, days: 2, faults: [] }

const handOn = 'lib/publishing/publish-and-hand-on.ts'

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
    find: 'const fresh = entries.filter(({ id }) => !taken.has(id))',
    replace: 'const fresh = entries.filter(({ id }) => !taken.has(id) || id.length > 0)',
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
    file: handOn,
    find: 'until = now() + leftAloneFor',
    replace: 'until = now()',
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
    find: 'const silence = isHeard ? {} : { isUnanswered: true }',
    replace: 'const silence = isHeard ? { isUnanswered: true } : { isUnanswered: true }',
    test: 'test/polling/publishing/publish-while-able.test.ts',
  },
]
