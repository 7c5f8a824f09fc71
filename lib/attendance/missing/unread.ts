import { isNameless } from '../../workforce/nameless.ts'
import { day, type EpochMs, epochMs, hour, utc } from '../moments.ts'
import type { Range, Shown } from '../snapshot.ts'
import { overlap, rangeOf, span, writtenRange } from './ranges.ts'
import { unfoundIn } from './unfound.ts'
import { askAgainAt, isLongGone } from './unread-again.ts'
import type { UnreadRecords } from './unread-records.ts'

/** Where those may be of which not even the id is known; null where there are none. */
const namelessRanges = (unread: UnreadRecords | null): Range[] => [
  ...Object.entries(unread?.ids ?? {}).flatMap(([id, range]) =>
    isNameless(id) ? [rangeOf(range)] : [],
  ),
  ...(unread?.others == null ? [] : [rangeOf(unread.others)]),
]

/** Whether any record, whatever its id, may be one that could not be read. */
export const mayBeAny = (unread: UnreadRecords | null): boolean => namelessRanges(unread).length > 0

/** Since when there may be some whose id is not known: nothing of after that is forgotten. */
export const namelessSince = (unread: UnreadRecords | null): EpochMs | null => {
  const ranges = namelessRanges(unread)
  return ranges.length === 0 ? null : Math.min(...ranges.map(({ from }) => from))
}

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

/** What is kept of what is not found: since when it is not. */
const keptMissing = <T extends Lasting>(kept: T, askedAgain: Range | null, now: EpochMs): T => {
  const { from, to } = rangeOf(kept)
  const isSought = askedAgain !== null && from >= askedAgain.from && to <= askedAgain.to
  return isSought && kept.missingSince === null ? { ...kept, missingSince: utc(now) } : kept
}

/** Likewise of those without an id; null once they were not found for too long. */
const keptNameless = <T extends Lasting>(
  before: T,
  askedAgain: Range | null,
  now: EpochMs,
): T | null => {
  const { from, to } = rangeOf(before)
  const isSought = askedAgain !== null && from >= askedAgain.from && to <= askedAgain.to
  const { missingSince } = before
  const isGone = missingSince !== null && now - epochMs(missingSince) > longestNameless
  return isSought && isGone ? null : keptMissing(before, askedAgain, now)
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

const othersAfter = (
  known: UnreadRecords['others'],
  places: readonly Range[],
  askedAgain: Range | null,
  now: EpochMs,
): UnreadRecords['others'] => {
  if (places.length === 0) return known && keptNameless(known, askedAgain, now)
  // Whether they are those of before nobody can say.
  const range = span(known === null ? places : [...places, rangeOf(known)])
  return { ...writtenRange(range), count: places.length, missingSince: null }
}

/**
 * What is remembered of unreadable records after an answer: those that it has anew, and those
 * of before, unless they could be read, or are gone from where they were.
 * @param window what was asked for
 * @param reach what ended before cannot be asked for any more
 * @param isAnythingMissing whether the answer lacks something known, which any that is new may be
 * @param forgottenBefore up to when things of the kind were forgotten before the answer, UTC, or null
 */
export const unreadAfter = (
  before: UnreadRecords | null,
  { records, unread, unsure, isComplete, askedAgain }: Shown<{ id: string }>,
  window: Range,
  now: EpochMs,
  reach: EpochMs,
  isAnythingMissing: boolean,
  forgottenBefore: string | null,
): UnreadRecords | null => {
  if (before === null && unread.length === 0) return null
  const read = new Set(records.map(({ id }) => id))
  const seen = new Set(unread)
  const asked = isComplete && askedAgain?.isWhole === true ? askedAgain : null
  const beside = new Set(askedAgain?.unread)
  const placeOf = (id: string): Range =>
    askedAgain !== null && beside.has(id) ? askedAgain : window
  const isElsewhere = (id: string, place: Range) =>
    isNameless(id) && beside.has(id) && !overlap(place, placeOf(id))
  const isOfWindow = (id: string) => !isNameless(id) && !beside.has(id)
  const mayBeShownTwice = new Set(unsure)
  const unfound = unfoundIn(before, { records, unread })
  const mayBeLost = (id: string) =>
    isAnythingMissing ||
    unfound.some((place) => overlap(place, placeOf(id))) ||
    mayBeShownTwice.has(id) ||
    (beside.has(id) && askedAgain?.hasLost === true)
  const isHarmless = (id: string, wasHarmless: boolean) =>
    isNameless(id) && (wasHarmless || (isComplete && !mayBeLost(id)))
  const isUnseen = (place: Range) =>
    overlap(place, window) || (asked !== null && place.from >= asked.from && place.to <= asked.to)
  const unknown = [...seen].filter((id) => before?.ids[id] === undefined)
  const unnamed = unknown.filter(isNameless).map(placeOf)
  const mayBeNameless = (range: Range) =>
    [...unnamed, ...namelessRanges(before)].some((each) => overlap(each, range))
  const remembered = Object.entries(before?.ids ?? {}).flatMap(([id, entry]) => {
    if (read.has(id) || epochMs(entry.to) <= reach) return []
    const place = rangeOf(entry)
    const shown = {
      ...entry,
      ...(isElsewhere(id, place) && writtenRange(span([place, placeOf(id)]))),
      ...(isOfWindow(id) && { to: lastShown(entry, window) }),
      missingSince: null,
      isHarmless: isHarmless(id, entry.isHarmless),
    }
    // It may have lost its id where something without one is: as long as that is there, so may it be.
    if (!seen.has(id) && !isNameless(id) && mayBeNameless(place))
      return [[id, { ...entry, missingSince: null }] as const]
    // One that is not where it was may have its id again: where it loses that anew, it is missing.
    const isHarmlessStill = entry.isHarmless && !isUnseen(place)
    const unseen = { ...entry, isHarmless: isHarmlessStill }
    const keep = isNameless(id) ? keptNameless : keptMissing
    const next = seen.has(id) ? shown : keep(unseen, asked, now)
    return next === null ? [] : [[id, next] as const]
  })
  const kept = withRoom(remembered, mostIds - unknown.length, now)
  const fresh = unknown.slice(0, Math.max(0, mostIds - kept.length)).map((id) => {
    const place = placeOf(id)
    const mayBeForgotten = forgottenBefore !== null && epochMs(forgottenBefore) >= place.from
    const entry = {
      ...writtenRange(place),
      missingSince: null,
      isHarmless: isHarmless(id, false),
      ...(mayBeForgotten && { forgottenBefore }),
    }
    return [id, entry] as const
  })
  const ids = Object.fromEntries([...kept, ...fresh])
  const known = before?.others ?? null
  const others = othersAfter(
    known !== null && epochMs(known.to) <= reach ? null : known,
    unknown.slice(fresh.length).map(placeOf),
    asked,
    now,
  )
  if (Object.keys(ids).length === 0 && others === null) return null
  const tries = (before?.tries ?? 0) + (askedAgain === null ? 0 : 1)
  const isNew = before === null || askedAgain !== null
  // What is broken still beside the window is to be asked for again as soon as what is not found.
  const isInWindow = (id: string) => seen.has(id) && !beside.has(id)
  const unseen = kept.flatMap(([id, entry]) => (isInWindow(id) ? [] : [entry]))
  const retryAt = askAgainAt(others === null ? unseen : [...unseen, others], tries, now)
  return { ids, others, tries, retryAt: isNew ? retryAt : before.retryAt }
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
