import type { SourceMutant } from './source-mutant.ts'

const test = 'test/alerts/follow-ups/back-again.test.ts'
const others = 'test/alerts/follow-ups/back-again-others.test.ts'
const later = 'test/alerts/follow-ups/back-again-later.test.ts'
const order = 'test/alerts/follow-ups/back-again-order.test.ts'
const whatFollows = 'lib/alerts/follow-ups/what-follows.ts'

/** What was told as gone and is back. */
export const backAgainMutants: readonly SourceMutant[] = [
  {
    name: 'whoever read that a clocking was removed does not read that it is back',
    file: whatFollows,
    find: "  'clocking-removed': 'clocked-in',\n",
    replace: '',
  },
  {
    name: 'whoever read that a break was removed does not read that it is back',
    file: whatFollows,
    find: "  'clocking-amended': 'break-started',\n",
    replace: '',
  },
  {
    name: 'whoever read that an absence was withdrawn does not read that it is back',
    file: whatFollows,
    find: "  'absence-withdrawn': 'absence-started',\n",
    replace: '',
  },
  {
    name: 'whoever read that somebody left does not read that they are back',
    file: whatFollows,
    find: "  'employee-left': 'employee-joined',\n",
    replace: '',
  },
  {
    name: 'who is gone again is said to be so before that they were back, where both wait',
    file: whatFollows,
    find: "{ ...backBy, 'employee-joined': 'employee-left' }",
    replace: 'backBy',
    test: later,
  },
  {
    name: 'who is gone again is not said to be so',
    file: whatFollows,
    find: "    case 'employee-left':\n",
    replace: '',
    test: later,
  },
  {
    name: 'whoever joined and left is said to have left to all who read the one',
    file: whatFollows,
    find: 'notified.some(({ parts }) => parts?.includes(toldAsBack))',
    replace: 'notified.length > 0',
    test: later,
  },
  {
    name: 'what follows on a removal is taken from the topic where rules name something else of clockings alone',
    file: whatFollows,
    find: "  'clocking-removed',\n  'clocking-overdue',",
    replace: "  'clocking-overdue',",
    test: later,
  },
  {
    name: 'what follows on a withdrawal is taken from the topic where rules name something else of absences alone',
    file: whatFollows,
    find: "  'absence-withdrawn',\n  'clocked-in-while-absent',",
    replace: "  'clocked-in-while-absent',",
    test: later,
  },
  {
    name: 'an end that was told of what is back is not corrected',
    file: 'lib/alerts/follow-ups/who-was-notified.ts',
    find: 'return parts.length === 0',
    replace: 'return parts.length >= 0',
    test: later,
  },
  {
    name: 'a correction of any break tells of whichever begins',
    file: 'lib/alerts/follow-ups/records.ts',
    find: 'edge === undefined && after === null && id !== undefined',
    replace: 'id !== undefined',
    test: others,
  },
  {
    name: 'nobody keeps that something is back',
    file: 'lib/store/deliveries/waiting.ts',
    find: "['as', 'isBack', 'isByType', 'after']",
    replace: "['as', 'isByType', 'after']",
    test,
  },
  {
    name: 'what is wanted as news is not back besides',
    file: 'lib/alerts/follow-ups/collect-follow-ups.ts',
    find: 'besides === both ? [both] : [both, besides]',
    replace: 'besides === both || mayBringBack(event) ? [both] : [both, besides]',
    test,
  },
  {
    name: 'what follows on what is back stands where it was',
    file: 'lib/alerts/wording/group-message.ts',
    find: 'if (isBack || isCorrection(event)) corrected.push',
    replace: 'if (isCorrection(event)) corrected.push',
    test: order,
  },
  {
    name: 'what comes after a correction stands where it was',
    file: 'lib/alerts/wording/group-message.ts',
    find: 'if (isBack || isCorrection(event)) corrected.push',
    replace: 'if (isBack) corrected.push',
    test: order,
  },
  {
    name: 'that something is back is late where it began long ago',
    file: 'lib/alerts/sending/due-groups.ts',
    find: "as === 'all-clear' || isBack ?",
    replace: "as === 'all-clear' ?",
    test: order,
  },
  {
    name: 'what follows on the removal of a shift comes at once',
    file: 'lib/alerts/follow-ups/collect-follow-ups.ts',
    find: '    there.find(({ on }) => followingTypes(on).includes(nameOfType(event))) ??\n',
    replace: '',
    test: order,
  },
  {
    name: 'that something is back may be left out of a list',
    file: 'lib/alerts/wording/bundles.ts',
    find: '    isBack: back?.has(shown.id),\n',
    replace: '',
    test,
  },
  {
    name: 'what is back is told before the removal that waits on another page',
    file: 'lib/alerts/sending/originals-elsewhere.ts',
    find: 'mayBringBack(shown) && !isBack ?',
    replace: 'mayBringBack(shown) || isBack ?',
    test: 'test/alerts/more-than-a-page.test.ts',
  },
]
