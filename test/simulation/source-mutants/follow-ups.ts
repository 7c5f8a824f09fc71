import type { SourceMutant } from './source-mutant.ts'

/** Who hears what follows on something that they were told. */
export const followUpMutants: readonly SourceMutant[] = [
  {
    name: 'a correction that a rule by type wants, too, is told by that alone',
    file: 'lib/alerts/follow-ups/collect-follow-ups.ts',
    find: 'isByType === true && waiting.isByType === true',
    replace: 'isByType === true',
    test: 'test/alerts/types-of-absences.test.ts',
  },
  {
    name: 'that pay or a note of an absence has changed corrects what was told of it',
    file: 'lib/alerts/follow-ups/what-follows.ts',
    find: "    case 'absence-amended':\n      return changesWhatWasSaid(event, notified)\n",
    replace: "    case 'absence-amended':\n",
    test: 'test/alerts/follow-ups/absences.test.ts',
  },
  {
    name: 'another expected return corrects nothing',
    file: 'lib/alerts/follow-ups/what-was-said.ts',
    find: "'return-overdue': [...spanShown, 'estimatedReturn'],",
    replace: "'return-overdue': spanShown,",
    test: 'test/alerts/follow-ups/absences.test.ts',
  },
  {
    name: 'an all-clear is told again because a correction comes late',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: 'leavesAllClear(original) ? [] : [original]',
    replace: 'original',
    test: 'test/alerts/all-clear-after.test.ts',
  },
  {
    name: 'an all-clear is not told again after an end that is taken back once more',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: 'filter((earlier) => mayOpen(earlier, end))',
    replace: 'filter((earlier) => mayOpen(earlier, end) && earlier === end)',
    test: 'test/alerts/all-clear-after.test.ts',
  },
  {
    name: 'the all-clear of a break is not told again after an end that is taken back once more',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: '[...recordsNotified(earlier), ...recordsFollowed(earlier)]',
    replace: 'recordsNotified(earlier)',
    test: 'test/alerts/all-clear-after.test.ts',
  },
  {
    name: 'what was told, and not noted before a release, is not noted when it comes again',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: '          ...notificationsBefore(each.event, each.before),\n',
    replace: '',
    test: 'test/alerts/noted-late.test.ts',
  },
  {
    name: 'what is moved back counts as coming for the first time',
    file: 'lib/alerts/receiving/kept-before.ts',
    find: 'receives > 1 || now - epochMs(recordedtime) > soon',
    replace: 'receives > 1 && now >= epochMs(recordedtime)',
    test: 'test/alerts/noted-late.test.ts',
  },
  {
    name: 'what is tried again counts as coming for the first time',
    file: 'lib/alerts/receiving/kept-before.ts',
    find: 'receives > 1 || now',
    replace: 'receives > 9 || now',
    test: 'test/alerts/noted-late.test.ts',
  },
  {
    name: 'what is noted late does not bring what followed on it',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: 'followed.length > 0 || before.length > 0',
    replace: 'followed.length > 0 && before.length >= 0',
    test: 'test/alerts/noted-late.test.ts',
  },
  {
    name: 'why something was told is forgotten once it was',
    file: 'lib/store/deliveries/delivery-store.ts',
    find: '            ...(byType.has(id) && { isByType: true }),\n',
    replace: '',
    test: 'test/alerts/noted-late.test.ts',
  },
  {
    name: 'nobody looks at what waits by rules of a release before',
    file: 'lib/alerts/receiving/keep-additions.ts',
    find: ', ...wanted.flatMap(waitingBefore))',
    replace: ')',
    test: 'test/alerts/noted-late.test.ts',
  },
]
