import type { SourceMutant } from './source-mutant.ts'

const joined = 'lib/polling/asking/beside.ts'
const hidden = 'lib/attendance/missing/hidden.ts'
const unasked = 'lib/attendance/missing/unasked.ts'
const farAway = 'test/polling/far-from-the-window.test.ts'
const awaitedLong = 'test/polling/awaited-until-known.test.ts'

/** What an answer does not show may be one without an id, of this answer or of another question of the same poll. */
export const hiddenMutants: readonly SourceMutant[] = [
  {
    name: 'what a window shows without an id is something else where another question shows the id',
    file: joined,
    find: 'lost: [...first.lost, ...byFirst, ...bySecond]',
    replace: 'lost: [...first.lost, ...bySecond]',
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
    find: '...lackedBy(both, beside.known, beside.isInSecond)',
    replace: '...[]',
    test: 'test/polling/lost-ids.test.ts',
  },
  {
    name: 'one without an id that is shown beside a window is not there',
    file: joined,
    find: 'withUnread(withKnown(first, second, isWanted), second, nameless)',
    replace: 'withKnown(first, second, isWanted)',
    test: 'test/polling/asking/clockings-again.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is none that is known where nobody asked else',
    file: 'lib/attendance/missing/unread-reading.ts',
    find: '...(before ?? [...lacked, ...lackedElsewhere])',
    replace: '...(before ?? lacked)',
    test: 'test/attendance/missing/unread-nameless.test.ts',
  },
  {
    name: 'one without an id that a look everywhere shows is none that was shown a moment before',
    file: joined,
    find: 'lost: [...first.lost, ...byFirst, ...bySecond]',
    replace: 'lost: [...first.lost, ...byFirst]',
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
    name: 'a clocking that may be one without an id is awaited no more once it has left the window',
    file: 'lib/attendance/clockings/diff-clockings.ts',
    find: 'const isMissing = asked.isComplete || before.missingSince !== null',
    replace: 'const isMissing = before.missingSince !== null',
    test: awaitedLong,
  },
  {
    name: 'what has left the window is looked for at every poll, though it may be one without an id',
    file: hidden,
    find: '[...answer.unread, ...elsewhere].filter(isNameless)',
    replace: 'answer.unread.filter(isNameless)',
    test: awaitedLong,
  },
  {
    name: 'a record without an id hides something though it is not there any more',
    file: unasked,
    find: 'entry.missingSince === null && !shown.has(id)',
    replace: '!shown.has(id)',
    test: 'test/attendance/missing/hidden.test.ts',
  },
  {
    name: 'one without an id hides nothing',
    file: hidden,
    find: 'if (!isHarmless && mayBe === undefined) return () => true',
    replace: '',
  },
  {
    name: 'a record without an id hides something though it was asked for where it was, and is not there',
    file: unasked,
    find: '(liesIn(place, asked) || wasAskedAgain(place, { again, reach: answer.reach }))',
    replace: 'false',
    test: 'test/attendance/missing/hidden.test.ts',
  },
  {
    name: 'what cannot be read far from the window is looked for at every poll',
    file: hidden,
    find: 'elsewhere.has(id) || mayBeNameless(id)',
    replace: 'mayBeNameless(id)',
    test: farAway,
  },
  {
    name: 'what a look everywhere shows without an id was shown in the window',
    file: joined,
    find: 'places: { ...first.places, ...Object.fromEntries(places) }',
    replace: 'places: first.places',
    test: farAway,
  },
  {
    name: 'what is shown elsewhere in a form that cannot be read stays where it was',
    file: 'lib/attendance/missing/unread.ts',
    find: 'isInWindow ? {} : movedTo(id, entry, reading.placeOf(id), window)',
    replace: '{}',
    test: 'test/attendance/missing/unread.test.ts',
  },
  {
    name: 'what could not be read, and is not found where it was, is not awaited',
    file: 'lib/attendance/missing/awaited.ts',
    find: 'unread !== undefined && unread.missingSince !== null',
    replace: 'false',
    test: farAway,
  },
  {
    name: 'an operator accepts as gone what may be a record without an id',
    file: 'lib/attendance/missing/missing.ts',
    find: 'isAccepted(missingSince, acceptedAt) && !doubted.includes(perhaps)',
    replace: 'isAccepted(missingSince, acceptedAt)',
    test: 'test/polling/accepted-losses.test.ts',
  },
  {
    name: 'an absence that may be a record without an id is not remembered as such',
    file: 'lib/attendance/absences/diff-absences.ts',
    find: 'const isMissing = asked.isComplete || before.missingSince !== null',
    replace: 'const isMissing = before.missingSince !== null',
    test: 'test/polling/accepted-losses.test.ts',
  },
  {
    name: 'an absence is withdrawn though it was over before the API can be asked',
    file: 'lib/attendance/absences/diff-absences.ts',
    find: 'isConclusive && !isBeyondReach(before, asked)',
    replace: 'isConclusive',
    test: 'test/polling/unread-absences.test.ts',
  },
  {
    name: 'what is shown in a form that cannot be read is still to be looked for',
    file: 'lib/attendance/missing/missing.ts',
    find: '{ ...before, missingSince: null, doubted: marksTakenBack(before) }',
    replace: '{ ...before, missingSince: null }',
    test: 'test/polling/unread-absences.test.ts',
  },
  {
    name: 'a clock that goes on says that an absence was shown',
    file: 'lib/attendance/absences/absence-amendment.ts',
    find: "by === 'answer' && { missingSince",
    replace: '{ missingSince',
    test: 'test/polling/accepted-losses.test.ts',
  },
]
