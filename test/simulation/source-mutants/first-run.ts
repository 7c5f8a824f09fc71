import type { SourceMutant } from './source-mutant.ts'

/** What was so before the first run, and what is news all the same. */
export const firstRunMutants: readonly SourceMutant[] = [
  {
    name: 'what was so before the first run is told',
    file: 'lib/attendance/apply.ts',
    find: "if (isOld && poll.rules.baseline === 'silent') return state",
    replace: '',
  },
  {
    name: 'what was recorded as gone, and is back, is no news where it began before the first run',
    file: 'lib/attendance/apply.ts',
    find: 'step.isBack !== true &&',
    replace: '',
    test: 'test/attendance/baseline.test.ts',
  },
  {
    name: 'what happens after the first roster is no news',
    file: 'lib/attendance/apply.ts',
    find: 'happenedAt(step) <= epochMs(baselineAt)',
    replace: 'step.at <= epochMs(baselineAt) + 86_400_000',
    test: 'test/promise/nothing-lost/newcomers.test.ts',
  },
  {
    name: 'what was so before the first run was polled before',
    file: 'lib/attendance/apply.ts',
    find: 'after: isOld ? null : afterOf(step, poll.after)',
    replace: 'after: afterOf(step, poll.after)',
    test: 'test/promise/nothing-invented/before-the-first-run.test.ts',
  },
  {
    name: 'who could not be read on the first roster was seen on it',
    file: 'lib/polling/roster/roster-changes.ts',
    find: 'baselined(employee, baselineAt, recording)',
    replace: 'baselined(employee, baselineAt, { ...recording, now: Date.parse(baselineAt) })',
    test: 'test/promise/nothing-invented/unreadable-at-first.test.ts',
  },
  {
    name: 'what could not be read at the first run is news once it can',
    file: 'lib/attendance/missing/unread.ts',
    find: '...(baselineAt !== null && { baselineAt }),',
    replace: '',
    test: 'test/promise/nothing-invented/unread-at-first.test.ts',
  },
  {
    name: 'what happened before the first run is news where it is recorded after something later',
    file: 'lib/attendance/apply.ts',
    find: 'draft === null ? at : Math.min(at, epochMs(draft.time))',
    replace: 'draft === null ? at : Math.max(at, epochMs(draft.time))',
    test: 'test/promise/nothing-invented/before-the-first-run.test.ts',
  },
  {
    name: 'the end of an absence that began before the first run is no news either',
    file: 'lib/attendance/apply.ts',
    find: 'happenedAt(step) <= epochMs(baselineAt)',
    replace:
      "(step.draft?.name === 'absence-ended' ? epochMs(step.tracked?.startedAt ?? '') : happenedAt(step)) <= epochMs(baselineAt)",
  },
]
