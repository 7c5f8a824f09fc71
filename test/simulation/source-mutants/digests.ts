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
  {
    name: 'who is off today is off until the first of their absences is over',
    file: 'lib/alerts/digests/away.ts',
    find: 'const last = lastGoingOn(first, all, over)',
    replace: 'const last = first',
    test: 'test/alerts/digests/absences-that-meet.test.ts',
  },
  {
    name: 'of two times off today the first is told, though it is over',
    file: 'lib/alerts/digests/away.ts',
    find: 'today.find((each) => !isOver(each)) ?? today[0]',
    replace: 'today[0]',
    test: 'test/alerts/digests/absences-that-meet.test.ts',
  },
  {
    name: 'a return that was expected before today ends a sickness in a digest',
    file: 'lib/alerts/digests/absent.ts',
    find: 'expected !== null && expected >= since',
    replace: 'expected !== null',
    test: 'test/alerts/digests/absences-that-meet.test.ts',
  },
  {
    name: 'who is off on the next working day, after free days, is said to be back on it',
    file: 'lib/alerts/digests/returning.ts',
    find: 'lastGoingOn(first, all, over, begins)',
    replace: 'lastGoingOn(first, all, over)',
    test: 'test/alerts/digests/absences-that-meet.test.ts',
  },
  {
    name: 'who is off until noon of the next working day by a second absence is not back on it',
    file: 'lib/alerts/digests/returning.ts',
    find: 'back >= ends ||',
    replace: 'back >= ends || (last !== first && back > begins) ||',
    test: 'test/alerts/digests/absences-that-meet.test.ts',
  },
  {
    name: 'a return that is but expected is said to be certain where a holiday is longer than that',
    file: 'lib/alerts/digests/returning.ts',
    find: 'all.find(({ start, end }) => end === null && start <= back)',
    replace: 'last.end === null ? last : null',
    test: 'test/alerts/digests/absences-that-meet.test.ts',
  },
  {
    name: 'who is in again is said to be back tomorrow',
    file: 'lib/alerts/digests/returning.ts',
    find: 'back >= ends || hasComeInSince(over(last), state)',
    replace: 'back >= ends',
    test: 'test/alerts/digests/zones.test.ts',
  },
  {
    name: 'digests of the afternoon are not sent',
    file: 'lib/alerts/digests/send-digest.ts',
    find: 'if (message === null) return',
    replace: 'if (message === null || new Date(now).getUTCHours() >= 12) return',
    test: 'test/alerts/digests/send-digest.test.ts',
  },
  {
    name: 'a digest goes to the first of its destinations alone',
    file: 'lib/alerts/digests/send-digest.ts',
    find: 'sideBySide(Infinity, destinationsOf(digest), async',
    replace: 'sideBySide(Infinity, destinationsOf(digest).slice(0, 1), async',
  },
]
