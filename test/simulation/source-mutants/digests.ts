import type { SourceMutant } from './source-mutant.ts'

/** When digests are sent, and whether they say that what they say may be old. */
export const digestsMutants: readonly SourceMutant[] = [
  {
    name: 'a digest by day goes by how often polls are made at night',
    file: 'lib/alerts/digests/freshness.ts',
    find: 'pollEverySeconds(everySeconds, quietHours, moment))',
    replace: 'Math.max(everySeconds, quietHours?.everySeconds ?? 0))',
    test: 'test/alerts/digests/freshness.test.ts',
  },
  {
    name: 'a digest is sent locally on a day that does not have its time',
    file: 'local/alerts/digest-schedule.ts',
    find: 'if (isThere && isItsDay && at > after)',
    replace: 'if (isItsDay && at > after)',
    test: 'test/local/alerts/alerts.test.ts',
  },
]
