import { contentOfMark, isNameless } from '../../workforce/nameless.ts'
import type { EpochMs } from '../moments.ts'
import type { Range, Shown } from '../snapshot.ts'
import { overlap, rangeOf } from './ranges.ts'
import { unaskedFor } from './unasked.ts'
import { unfoundIn } from './unfound.ts'
import type { UnreadRecords } from './unread-records.ts'

type Entry = UnreadRecords['ids'][string]

/** An answer, and what was known when it came. */
export type AnswerWithUnread = {
  before: UnreadRecords | null
  shown: Shown<{ id: string }>
  /** What was asked for. */
  window: Range
  now: EpochMs
  /** The ids of what is known and the answer lacks: any that is new may be one of these. */
  lacked: readonly string[]
  /** Those of them that have the times of another one that is known, and so perhaps its content. */
  lackedTwins: readonly string[]
  /** Up to when things of the kind were forgotten before the answer, UTC, or null. */
  forgottenBefore: string | null
}

/** Of so many it is remembered that a record without an id may be they, of all such records: else each may be anything. */
const mostSuspects = 200

/** What a record without an id may be: nothing that is known, some of it, or, where nothing is said of that, anything. */
export type Suspicion = Pick<Entry, 'isHarmless' | 'mayBe'>

const suspicion = (mayBe: readonly string[] | undefined, most: number): Suspicion => ({
  isHarmless: mayBe?.length === 0,
  ...(mayBe !== undefined && mayBe.length > 0 && mayBe.length <= most && { mayBe: [...mayBe] }),
})

/** What an answer says of the records that break the contract in it, or did before. */
export const readingOf = ({ before, shown, window, lacked, lackedTwins }: AnswerWithUnread) => {
  const { records, unread, places, unsure, lost, lackedElsewhere, isComplete, askedAgain } = shown
  const read = new Set(records.map(({ id }) => id))
  const seen = new Set(unread)
  const mayBeShownTwice = new Set(unsure)
  const unfound = unfoundIn(before, shown)
  const unknown = [...seen].filter((id) => before?.ids[id] === undefined)
  const placeOf = (id: string): Range => places[id] ?? window
  const known = before?.ids ?? {}
  /** Where records without an id are, as far as anyone knows: those that the answer shows, or was not asked for. */
  const nameless = [
    ...unread.filter(isNameless).map((id) => (known[id] ? rangeOf(known[id]) : placeOf(id))),
    ...unaskedFor(before, shown, window).flatMap(([id, place]) => (isNameless(id) ? [place] : [])),
  ]
  const missing = [...lacked, ...lackedElsewhere]
  const mostOfEach = mostSuspects / Math.max(1, unread.filter(isNameless).length)
  /** What another question of this poll showed with its id, or an answer before in a form with its id that cannot be read. */
  const renamed = (id: string): string[] => [
    ...lost,
    ...unfound.flatMap(([other, place]) => (overlap(place, placeOf(id)) ? [other] : [])),
  ]
  /** What one without an id may have been, or any other with its content: who knows which of them is left. */
  const suspectsBefore = (id: string): string[] | undefined => {
    if (before?.ids[id] === undefined) return undefined
    const alike = Object.entries(before.ids)
      .filter(([mark]) => isNameless(mark) && contentOfMark(mark) === contentOfMark(id))
      // Since one of them is not found, the others have been what it may have been, too.
      .filter(([mark, { missingSince }]) => seen.has(mark) || missingSince === null)
      .map(([, { isHarmless, mayBe }]) => (isHarmless ? [] : mayBe))
    const some = alike.filter((each) => each !== undefined)
    return some.length < alike.length ? undefined : [...new Set(some.flat())]
  }
  return {
    /** Those of which nothing was known before. */
    unknown,
    /** Where something was asked for again, if all that is there was shown. */
    asked: isComplete && askedAgain?.isWhole === true ? askedAgain : null,
    placeOf,
    isRead: (id: string) => read.has(id),
    isSeen: (id: string) => seen.has(id),
    isInWindow: (id: string) => seen.has(id) && places[id] === undefined,
    /** What one without an id may be: what was shown beside it, at one moment, is something else. */
    suspicionOf: (id: string): Suspicion => {
      if (!isNameless(id)) return { isHarmless: false }
      const before = suspectsBefore(id)
      const others = renamed(id)
      if (!isComplete || mayBeShownTwice.has(id))
        return suspicion(before && [...new Set([...before, ...others])], mostOfEach)
      const isSomethingElse = (each: string) => read.has(each) || seen.has(each)
      const suspects = (before ?? missing).filter((each) => !isSomethingElse(each))
      // What was shown beside one with the same content may be the one without an id now. If that one has its id again,
      // and cannot be read, nobody knows what has its content.
      const twins = before?.some((each) => seen.has(each)) === true ? missing : lackedTwins
      return suspicion([...new Set([...suspects, ...others, ...twins])], mostOfEach)
    },
    mayHaveLostItsId: (id: string, place: Range) =>
      !isNameless(id) && nameless.some((each) => overlap(each, place)),
  }
}
export type UnreadReading = ReturnType<typeof readingOf>
