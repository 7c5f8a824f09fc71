import { isNameless } from '../../workforce/nameless.ts'
import { day, type EpochMs, epochMs, hour, utc } from '../moments.ts'
import type { Range } from '../snapshot.ts'
import {
  type AskedFor,
  common,
  overlap,
  rangeOf,
  span,
  wasAskedAgain,
  writtenRange,
} from './ranges.ts'
import { askAgainAt, isLongGone } from './unread-again.ts'
import { type AnswerWithUnread, readingOf, type UnreadReading } from './unread-reading.ts'
import type { UnreadRecords } from './unread-records.ts'

/** So many are remembered each: an item has only so much room. */
const mostIds = 100

/** One without an id that is not found for so long has an id again, or another content. */
const longestNameless = day

/**
 * Up to where a record lies that a window shows: it may have been moved there since it was shown
 * first (one without an id is another then). Written once an hour at most.
 */
const lastShown = ({ to }: { to: string }, window: Range): string =>
  window.to - epochMs(to) >= hour ? utc(window.to) : to

type Entry = UnreadRecords['ids'][string]
type Lasting = Pick<Entry, 'from' | 'to' | 'missingSince'>

/** What is kept of what is not found: since when it is not; no later than now, whatever a clock that was ahead says. */
const keptMissing = <T extends Lasting>(kept: T, asked: AskedFor, now: EpochMs): T =>
  wasAskedAgain(rangeOf(kept), asked) &&
  (kept.missingSince === null || epochMs(kept.missingSince) > now)
    ? { ...kept, missingSince: utc(now) }
    : kept

/** Likewise of those without an id; null once they were not found for too long. */
const keptNameless = <T extends Lasting>(before: T, asked: AskedFor, now: EpochMs): T | null => {
  const { missingSince } = before
  const isGone = missingSince !== null && now - epochMs(missingSince) > longestNameless
  return isGone && wasAskedAgain(rangeOf(before), asked) ? null : keptMissing(before, asked, now)
}

/** Makes room for so many: of what is remembered, what has not been found for the longest goes first. */
const withRoom = (
  kept: readonly (readonly [string, Entry])[],
  room: number,
  now: EpochMs,
): (readonly [string, Entry])[] => {
  const gone = kept
    .filter(([, entry]) => isLongGone(entry, now))
    .sort(([, a], [, b]) => epochMs(a.missingSince ?? '') - epochMs(b.missingSince ?? ''))
    .slice(0, Math.max(0, kept.length - room))
  return kept.filter((each) => !gone.includes(each))
}

/**
 * Where a record lies that is shown beside a window, and not by that: both where it was shown and where it was, and not where
 * the window asked. One that has an id was moved where these are apart, so that it is none of what was forgotten; of those without
 * there may be another with the same content.
 */
const movedTo = (id: string, entry: Entry, shownIn: Range, window: Range): Partial<Entry> => {
  const before = rangeOf(entry)
  if (!overlap(before, shownIn))
    return isNameless(id)
      ? writtenRange(span([before, shownIn]))
      : { ...writtenRange(shownIn), forgottenBefore: undefined }
  const { from, to } = common(before, shownIn)
  if (to > window.to)
    return writtenRange({ from: from < window.from ? from : Math.max(from, window.to), to })
  return writtenRange({ from, to: Math.max(from, Math.min(to, window.from)) })
}

/** What is kept of one that the answer shows, broken still. */
const afterSeen = (
  id: string,
  entry: Entry,
  { window }: AnswerWithUnread,
  reading: UnreadReading,
): Entry => {
  const { mayBe: _, ...lasting } = entry
  const isInWindow = reading.isInWindow(id)
  const moved = isInWindow ? {} : movedTo(id, entry, reading.placeOf(id), window)
  const { forgottenBefore, ...kept } = { ...lasting, ...moved }
  return {
    ...kept,
    ...(forgottenBefore !== undefined && { forgottenBefore }),
    ...(isInWindow && !isNameless(id) && { to: lastShown(entry, window) }),
    missingSince: null,
    ...reading.suspicionOf(id),
  }
}

/** What is kept of one that the answer does not show; null for nothing. */
const afterUnseen = (
  id: string,
  entry: Entry,
  { window, now, shown: { reach } }: AnswerWithUnread,
  { asked: again, mayHaveLostItsId }: UnreadReading,
): Entry | null => {
  const place = rangeOf(entry)
  // As long as something without an id is where it was, so may it be.
  if (mayHaveLostItsId(id, place)) return { ...entry, missingSince: null }
  // One that is not where it was may have its id again: where it loses that anew, it is missing.
  const asked = { again, reach }
  const isGone = (overlap(place, window) && place.to <= window.to) || wasAskedAgain(place, asked)
  const { mayBe: _, ...anything } = { ...entry, isHarmless: false }
  const unseen = isGone ? anything : entry
  const keep = isNameless(id) ? keptNameless : keptMissing
  return keep(unseen, asked, now)
}

/** What is kept of those of before, unless they could be read, or are out of the API's reach. */
const afterAll = (
  answered: AnswerWithUnread,
  reading: UnreadReading,
): (readonly [string, Entry])[] =>
  Object.entries(answered.before?.ids ?? {}).flatMap(([id, entry]) => {
    if (reading.isRead(id) || epochMs(entry.to) <= answered.shown.reach) return []
    const next = (reading.isSeen(id) ? afterSeen : afterUnseen)(id, entry, answered, reading)
    return next === null ? [] : [[id, next] as const]
  })

/** What is noted of one that the answer shows for the first time. */
const noted = (
  id: string,
  { forgottenBefore }: AnswerWithUnread,
  reading: UnreadReading,
): Entry => {
  const place = reading.placeOf(id)
  const mayBeForgotten = forgottenBefore !== null && epochMs(forgottenBefore) >= place.from
  return {
    ...writtenRange(place),
    missingSince: null,
    ...reading.suspicionOf(id),
    ...(mayBeForgotten && { forgottenBefore }),
  }
}

/** Those that there is no room for, with as many as the answer adds. */
const othersAfter = (
  { before, shown, now }: AnswerWithUnread,
  { asked, placeOf }: UnreadReading,
  added: readonly string[],
): UnreadRecords['others'] => {
  const others = before?.others ?? null
  const known = others !== null && epochMs(others.to) <= shown.reach ? null : others
  if (added.length === 0)
    return known && keptNameless(known, { again: asked, reach: shown.reach }, now)
  // Whether they are those of before nobody can say.
  const places = added.map(placeOf)
  const range = span(known === null ? places : [...places, rangeOf(known)])
  return { ...writtenRange(range), count: added.length, missingSince: null }
}

/** How often they were asked for beside the window, and when that is due again. */
const triesAfter = (
  { before, shown: { askedAgain }, now }: AnswerWithUnread,
  unseen: readonly Pick<Entry, 'missingSince'>[],
): Pick<UnreadRecords, 'tries' | 'retryAt'> => {
  if (before !== null && askedAgain === null)
    return { tries: before.tries, retryAt: before.retryAt }
  const tries = (before?.tries ?? 0) + (askedAgain === null ? 0 : 1)
  return { tries, retryAt: askAgainAt(unseen, tries, now) }
}

/**
 * What is remembered of unreadable records after an answer: those that it has anew, and those
 * of before, unless they could be read, or are gone from where they were.
 */
export const unreadAfter = (answered: AnswerWithUnread): UnreadRecords | null => {
  const { before, shown, now } = answered
  if (before === null && shown.unread.length === 0) return null
  const reading = readingOf(answered)
  const { unknown, isInWindow } = reading
  const kept = withRoom(afterAll(answered, reading), mostIds - unknown.length, now)
  const room = Math.max(0, mostIds - kept.length)
  const fresh = unknown.slice(0, room).map((id) => [id, noted(id, answered, reading)] as const)
  const others = othersAfter(answered, reading, unknown.slice(room))
  const ids = Object.fromEntries([...kept, ...fresh])
  if (Object.keys(ids).length === 0 && others === null) return null
  // What is broken still beside the window is to be asked for again as soon as what is not found.
  const unseen = kept.flatMap(([id, entry]) => (isInWindow(id) ? [] : [entry]))
  return { ids, others, ...triesAfter(answered, others === null ? unseen : [...unseen, others]) }
}

/** What is remembered after an answer, and all that was before it. */
export const withBefore = (
  after: UnreadRecords | null,
  before: UnreadRecords | null,
): UnreadRecords | null =>
  after === null || before === null
    ? (after ?? before)
    : {
        ...after,
        ids: { ...before.ids, ...after.ids },
        others: after.others ?? before.others,
      }
