import type { SourceMutant } from './source-mutant.ts'

const test = 'test/alerts/follow-ups/back-again.test.ts'

/** What was told as gone and is back. */
export const backAgainMutants: readonly SourceMutant[] = [
  {
    name: 'whoever read that a clocking was removed does not read that it is back',
    file: 'lib/alerts/follow-ups/what-follows.ts',
    find: "  'clocking-removed': 'clocked-in',\n",
    replace: '',
  },
  {
    name: 'whoever read that a break was removed does not read that it is back',
    file: 'lib/alerts/follow-ups/what-follows.ts',
    find: "  'clocking-amended': 'break-started',\n",
    replace: '',
    test,
  },
  {
    name: 'whoever read that an absence was withdrawn does not read that it is back',
    file: 'lib/alerts/follow-ups/what-follows.ts',
    find: "  'absence-withdrawn': 'absence-started',\n",
    replace: '',
  },
  {
    name: 'whoever read that somebody left does not read that they are back',
    file: 'lib/alerts/follow-ups/what-follows.ts',
    find: "  'employee-left': 'employee-joined',\n",
    replace: '',
  },
  {
    name: 'what begins after a removal that followed on something else is not taken from the topic',
    file: 'lib/alerts/follow-ups/what-follows.ts',
    find: '...[...types, ...correcting].flatMap((type) => backBy',
    replace: '...types.flatMap((type) => backBy',
    test,
  },
  {
    name: 'a correction of any break tells of whichever begins',
    file: 'lib/alerts/follow-ups/records.ts',
    find: 'edge === undefined && after === null && id !== undefined',
    replace: 'id !== undefined',
    test,
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
    find: '      ...(isBack && { isBack }),\n',
    replace: '',
    test,
  },
  {
    name: 'that something is back stands in a list where it began',
    file: 'lib/alerts/wording/group-message.ts',
    find: '    back?.has(event.id) ||\n',
    replace: '',
    test,
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
