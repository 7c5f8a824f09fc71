import type { SourceMutant } from './source-mutant.ts'

const test = 'test/promise/nothing-lost/wrong-clock.test.ts'

/** What a clock that was ahead noted, once it is right again. */
export const wrongClocksMutants: readonly SourceMutant[] = [
  {
    name: 'what was missed by a clock that was ahead is waited for until then',
    file: 'lib/attendance/missing/missing.ts',
    find: 'epochMs(before.missingSince) > now\n',
    replace: 'epochMs(before.missingSince) > Number.POSITIVE_INFINITY\n',
    test,
  },
  {
    name: 'who was missing by a clock that was ahead has left no sooner than then',
    file: 'lib/attendance/roster.ts',
    find: 'missingSince === null || epochMs(missingSince) > now',
    replace: 'missingSince === null',
    test,
  },
  {
    name: 'a lease that a clock took that was ahead runs until then',
    file: 'lib/store/lease.ts',
    find: 'now + longestLease',
    replace: 'Number.MAX_SAFE_INTEGER',
    test: 'test/store/shard-leases.test.ts',
  },
  {
    name: 'throttling that is still to come lowers the rate at each plan until then',
    file: 'lib/polling/dispatching/learned-rate.ts',
    find: ' && at <= now + clocksDiffer',
    replace: '',
    test: 'test/polling/dispatching/learned-rate.test.ts',
  },
  {
    name: 'a bucket is empty until the clock is where it was before it was put back',
    file: 'lib/workforce/rate-limiter.ts',
    find: 'fullAt = Math.min(fullAt, ',
    replace: 'fullAt = Math.max(fullAt, 0 * ',
    test: 'test/workforce/rate-limiter.test.ts',
  },
]
