import type { SourceMutant } from './source-mutant.ts'

const unread = 'lib/attendance/missing/unread.ts'
const shown = 'lib/polling/asking/shown.ts'
const harmless = '(wasHarmless || (isComplete && !mayBeLost(id)))'

/** Records of which not even the id can be read: any of them may be one that seems to be gone. */
export const namelessMutants: readonly SourceMutant[] = [
  {
    name: 'a mark that is not where it was stays harmless',
    file: unread,
    find: 'const isHarmlessStill = entry.isHarmless && !isUnseen(place)',
    replace: 'const isHarmlessStill = entry.isHarmless',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'a mark outside the window that nobody asked about is harmless no more',
    file: unread,
    find: 'const isHarmlessStill = entry.isHarmless && !isUnseen(place)',
    replace: 'const isHarmlessStill = false',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'a mark is harmless though one has just lost its id',
    file: unread,
    find: harmless,
    replace: '(wasHarmless || !isAnythingMissing)',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'a mark is harmless though something is missing',
    file: unread,
    find: harmless,
    replace: '(wasHarmless || !(beside.has(id) && askedAgain?.hasLost))',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'a mark that was there before may be what goes later',
    file: unread,
    find: harmless,
    replace: '!(isAnythingMissing || (beside.has(id) && askedAgain?.hasLost))',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'a mark is harmless though the same record may have been shown with its id',
    file: unread,
    find: 'isAnythingMissing || mayBeShownTwice.has(id) ||',
    replace: 'isAnythingMissing ||',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'what is shown beside the window counts as shown in it',
    file: unread,
    find: 'const isOfWindow = (id: string) => !isNameless(id) && !beside.has(id)',
    replace: 'const isOfWindow = (id: string) => !isNameless(id)',
    test: 'test/attendance/missing/unread.test.ts',
  },
  {
    name: 'a mark of content in the window is one that was moved there',
    file: unread,
    find: 'const isOfWindow = (id: string) => !isNameless(id) && !beside.has(id)',
    replace: 'const isOfWindow = (id: string) => !beside.has(id)',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'nothing ever loses its id between two questions',
    file: shown,
    find: 'return places.some(([id, place]) => !shown.has(id) && isThere(place))',
    replace: 'return false',
    run: { seed: 42, employees: 8, faults: ['lost-ids', 'unreadable-records'] },
  },
  {
    name: 'what is known and shown without its id beside the window is not missed there',
    file: shown,
    find: '[...placesShown<P, T>(first, []), ...known]',
    replace: 'placesShown<P, T>(first, [])',
    test: 'test/polling/lost-ids.test.ts',
  },
  {
    name: 'whoever may have what is not shown counts for no loss',
    file: 'lib/polling/asking/losses.ts',
    find: 'since(expectation.unshown)',
    replace: 'since(expectation.missing)',
    test: 'test/polling/asking/losses.test.ts',
  },
  {
    name: 'of an answer that is not whole nothing counts as missing',
    file: 'lib/polling/asking/losses.ts',
    find: ' || !snapshot[kind]?.isComplete',
    replace: '',
    test: 'test/polling/asking/losses.test.ts',
  },
  {
    name: 'one without an id lies in the window, wherever it was shown',
    file: unread,
    find: 'askedAgain !== null && beside.has(id) ? askedAgain : window',
    replace: 'window',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'what lost its id is given up after a day',
    file: unread,
    find: '!isNameless(id) && mayBeNameless(place)',
    replace: 'false',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'one without an id that is shown beside a clocking is not there',
    file: 'lib/polling/asking/ask-clockings.ts',
    find: 'withNameless(withKnown(first, second, isWanted), second, false)',
    replace: 'withKnown(first, second, isWanted)',
    test: 'test/polling/asking/clockings-again.test.ts',
  },
  {
    name: 'one without an id that is shown beside an absence is not there',
    file: 'lib/polling/asking/ask-absences.ts',
    find: 'withNameless(withKnown(first, second, isWanted), second, false)',
    replace: 'withKnown(first, second, isWanted)',
    test: 'test/polling/asking/ask-absences.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is no clocking that the window does not reach',
    file: 'lib/polling/asking/ask-clockings.ts',
    find: 'withNameless(both, second, lacksAny(both, known, isThere))',
    replace: 'withNameless(both, second, false)',
    test: 'test/polling/lost-ids-elsewhere.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is no absence that is known at another date',
    file: 'lib/polling/asking/ask-absences.ts',
    find: 'withNameless(both, second, lacksAny(both, known, isThere))',
    replace: 'withNameless(both, second, false)',
    test: 'test/polling/lost-ids-elsewhere.test.ts',
  },
  {
    name: 'one without an id hides nothing',
    file: 'lib/attendance/missing/expected.ts',
    find: 'return unread.some((id) => isNameless(id) && known?.[id]?.isHarmless !== true)',
    replace: 'return unread.some((id) => id === "" && known?.[id]?.isHarmless !== true)',
  },
]
