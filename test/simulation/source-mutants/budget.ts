import type { SourceMutant } from './source-mutant.ts'

/** A small budget for several shards, with a dispatcher and refreshes that meet. */
const run: SourceMutant['run'] = {
  seed: 3,
  employees: 20,
  days: 2,
  faults: ['repeated-message', 'slow-store'],
}

/** What keeps all that ask within the budget together. */
export const budgetMutants: readonly SourceMutant[] = [
  {
    name: 'a poll begins with the minute in which its time comes',
    file: 'lib/polling/dispatching/due.ts',
    find: '? Math.max(now, next) : null',
    replace: '? Math.max(now, next * 0) : null',
    test: 'test/polling/dispatching/dispatch-polls.test.ts',
  },
  {
    name: 'a poll waits for the minute after its time has come',
    file: 'lib/polling/dispatching/due.ts',
    find: 'return next < now + often.dispatchEverySeconds * second',
    replace: 'return next <= now',
    test: 'test/polling/dispatching/every-interval.test.ts',
  },
  {
    name: 'a slot has no end',
    file: 'lib/workforce/call-pace.ts',
    find: 'deadline: Math.min(deadline, until)',
    replace: 'deadline',
    test: 'test/workforce/client-pace.test.ts',
  },
  {
    name: 'a plan gives away what was given away before',
    file: 'lib/polling/dispatching/plan-polls.ts',
    find: 'const outstanding = budget.slots.filter((slot) => isAhead(slot, machineNow))',
    replace: 'const outstanding = budget.slots.slice(0, 0)',
    run,
  },
  {
    name: 'a plan gives away what a roster refresh has claimed',
    file: 'lib/polling/dispatching/plan-polls.ts',
    find: 'requestsPerSecond - Math.min(claim?.requestsPerSecond ?? 0, requestsPerSecond / 2)',
    replace: 'requestsPerSecond - Math.min(0, claim?.requestsPerSecond ?? 0)',
    run,
  },
  {
    name: 'a roster refresh does not wait for the polls that are planned',
    file: 'lib/polling/roster/claimed-calls.ts',
    find: 'from: Math.min(from, until)',
    replace: 'from: Math.min(from, now)',
    run,
  },
]
