import type { SourceMutant } from './source-mutant.ts'

const joined = 'lib/polling/asking/joined.ts'
const hidden = 'lib/attendance/missing/hidden.ts'
const awaitedLong = 'test/polling/awaited-until-known.test.ts'

/** What an answer does not show may be one without an id, of this answer or of another question of the same poll. */
export const hiddenMutants: readonly SourceMutant[] = [
  {
    name: 'what a window shows without an id is something else where another question shows the id',
    file: joined,
    find: 'unsure: [...answer.unsure, ...answer.unread.filter(isNameless)]',
    replace: 'unsure: answer.unsure',
    test: 'test/polling/lost-ids-elsewhere.test.ts',
  },
  {
    name: 'only what was known before has the content of another',
    file: hidden,
    find: 'mayReadAs(state[kind], marks, records)',
    replace: 'mayReadAs(state[kind], marks)',
    test: 'test/attendance/believing-removal.test.ts',
  },
  {
    name: 'a record is its own twin',
    file: 'lib/attendance/missing/twins.ts',
    find: 'size ?? 0) > 1',
    replace: 'size ?? 0) > 0',
    test: 'test/attendance/believing-removal.test.ts',
  },
  {
    name: 'a mark is no other record with the same content by the same answer',
    file: hidden,
    find: 'suspects.has(id) || mayRead(id)',
    replace: 'suspects.has(id)',
    test: 'test/attendance/believing-removal.test.ts',
  },
  {
    name: 'nothing ever loses its id between two questions',
    file: joined,
    find: 'return places.flatMap(([id, place]) => (!shown.has(id) && isThere(place) ? [id] : []))',
    replace: 'return []',
    test: 'test/polling/lost-ids.test.ts',
  },
  {
    name: 'what is known and shown without its id beside the window is not missed there',
    file: joined,
    find: 'bySecond.length > 0 || lackedBy(second, beside.known, beside.isInSecond).length > 0,',
    replace: 'bySecond.length > 0,',
    test: 'test/polling/lost-ids.test.ts',
  },
  {
    name: 'one without an id that is shown beside a window is not there',
    file: joined,
    find: 'shown: { ...withNameless(both, second, false), lost',
    replace: 'shown: { ...both, lost',
    test: 'test/polling/asking/clockings-again.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is none that could not be read',
    file: joined,
    find: ' ||\n    unfoundIn(unread, answer, second).length > 0',
    replace: '',
    test: 'test/polling/lost-ids-elsewhere.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is none that is known where nobody asked else',
    file: joined,
    find: 'lackedBy(both, beside.known, beside.isInSecond).length > 0 ||',
    replace: '',
    test: 'test/polling/lost-ids-elsewhere.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is none that was shown a moment before',
    file: joined,
    find: '    bySecond.length > 0 ||\n    lackedBy(both',
    replace: '    lackedBy(both',
    test: 'test/polling/lost-ids.test.ts',
  },
  {
    name: 'a record shown beside a mark is never it, though it has its times',
    file: 'lib/attendance/missing/twins.ts',
    find: '(times.has(timesOf(each.known)) || hasTwin(id))',
    replace: 'hasTwin(id)',
    test: awaitedLong,
  },
  {
    name: 'of two records known with the same times either may be one whose times are others',
    file: 'lib/attendance/missing/twins.ts',
    find: 'const hasTwin = times.has(null) ?',
    replace: 'const hasTwin = times.size > 0 ?',
    test: 'test/attendance/missing/hidden.test.ts',
  },
  {
    name: 'a clocking that may be one without an id is awaited no more once it has left the window',
    file: 'lib/attendance/diff.ts',
    find: 'const isMissing = asked.isComplete || before.missingSince !== null',
    replace: 'const isMissing = before.missingSince !== null',
    test: awaitedLong,
  },
  {
    name: 'what has left the window is looked for at every poll, though it may be one without an id',
    file: hidden,
    find: 'return (id) => isHere(id) || (!isAsked(id) && isElsewhere(id))',
    replace: 'return isHere',
    test: awaitedLong,
  },
  {
    name: 'a record without an id that was there hides what lies where an answer asked',
    file: hidden,
    find: '(!isAsked(id) && isElsewhere(id))',
    replace: 'isElsewhere(id)',
    test: 'test/attendance/missing/hidden.test.ts',
  },
  {
    name: 'a record without an id hides something though it is not there any more',
    file: hidden,
    find: 'isNameless(mark) && missingSince === null && !shown.has(mark)',
    replace: 'isNameless(mark) && !shown.has(mark)',
    test: 'test/attendance/missing/hidden.test.ts',
  },
  {
    name: 'one without an id hides nothing',
    file: hidden,
    find: 'if (!isHarmless && mayBe === undefined) return () => true',
    replace: '',
  },
]
