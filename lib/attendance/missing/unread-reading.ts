import { isNameless } from '../../workforce/nameless.ts'
import type { EpochMs } from '../moments.ts'
import type { Range, Shown } from '../snapshot.ts'
import { namelessRanges } from './nameless-ranges.ts'
import { overlap } from './ranges.ts'
import { unfoundIn } from './unfound.ts'
import type { UnreadRecords } from './unread-records.ts'

/** An answer, and what was known when it came. */
export type AnswerWithUnread = {
  before: UnreadRecords | null
  shown: Shown<{ id: string }>
  /** What was asked for. */
  window: Range
  now: EpochMs
  /** Whether the answer lacks something known, which any that is new may be. */
  isAnythingMissing: boolean
  /** Up to when things of the kind were forgotten before the answer, UTC, or null. */
  forgottenBefore: string | null
}

/** What an answer says of the records that break the contract in it, or did before. */
export const readingOf = ({ before, shown, window, isAnythingMissing }: AnswerWithUnread) => {
  const { records, unread, unsure, isComplete, askedAgain } = shown
  const read = new Set(records.map(({ id }) => id))
  const seen = new Set(unread)
  const beside = new Set(askedAgain?.unread)
  const mayBeShownTwice = new Set(unsure)
  const unfound = unfoundIn(before, shown)
  const unknown = [...seen].filter((id) => before?.ids[id] === undefined)
  const placeOf = (id: string): Range =>
    askedAgain !== null && beside.has(id) ? askedAgain : window
  const nameless = [...unknown.filter(isNameless).map(placeOf), ...namelessRanges(before)]
  const mayBeLost = (id: string) =>
    isAnythingMissing ||
    unfound.some((place) => overlap(place, placeOf(id))) ||
    mayBeShownTwice.has(id) ||
    (beside.has(id) && askedAgain?.hasLost === true)
  return {
    /** Those of which nothing was known before. */
    unknown,
    /** Where something was asked for again, if all that is there was shown. */
    asked: isComplete && askedAgain?.isWhole === true ? askedAgain : null,
    placeOf,
    isRead: (id: string) => read.has(id),
    isSeen: (id: string) => seen.has(id),
    isInWindow: (id: string) => seen.has(id) && !beside.has(id),
    isHarmless: (id: string, wasHarmless: boolean) =>
      isNameless(id) && (wasHarmless || (isComplete && !mayBeLost(id))),
    mayHaveLostItsId: (id: string, place: Range) =>
      !isNameless(id) && nameless.some((each) => overlap(each, place)),
  }
}
export type UnreadReading = ReturnType<typeof readingOf>
