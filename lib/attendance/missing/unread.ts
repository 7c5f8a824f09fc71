import { isNameless } from '../../workforce/nameless.ts'
import { day, type EpochMs, epochMs, hour, minute, utc } from '../moments.ts'
import type { Range, Shown } from '../snapshot.ts'
import type { EmployeeState, Kind } from '../state/state.ts'
import type { UnreadRecords } from './unread-records.ts'

/** The longest wait before something is tried again. */
export const longestWait = 30 * minute

/** When to try again what has failed so often: after 1, 2, 4 … 30 minutes. */
export const retryAfter = (tries: number): number =>
  Math.min(longestWait, minute * 2 ** Math.min(tries, 10))

/** A wait that is longer than any was set by a clock that was wrong. */
const isWaiting = ({ retryAt }: UnreadRecords, now: EpochMs): boolean =>
  epochMs(retryAt) > now && epochMs(retryAt) - now <= longestWait

const rangeOf = ({ from, to }: { from: string; to: string }): Range => ({
  from: epochMs(from),
  to: epochMs(to),
})

const written = ({ from, to }: Range) => ({ from: utc(from), to: utc(to) })

const overlap = (a: Range, b: Range): boolean => a.from <= b.to && a.to >= b.from

const span = (ranges: readonly Range[]): Range => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
})

/**
 * Where to ask again for records that could not be read and that an answer does not show any
 * more: they have left its window, and may be readable by now. Null where none are due.
 * @param reach the earliest moment that may be asked about
 */
export const unreadRange = (
  state: EmployeeState,
  kind: Kind,
  { records, unread }: Pick<Shown<{ id: string }>, 'records' | 'unread'>,
  now: EpochMs,
  reach: EpochMs,
): Range | null => {
  const known = state.unread[kind]
  if (known === null || isWaiting(known, now)) return null
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  const ranges = Object.entries(known.ids)
    .filter(([id]) => !shown.has(id))
    .map(([, range]) => rangeOf(range))
  const others = unread.filter((id) => known.ids[id] === undefined).length
  if (known.others !== null && others < known.others.count) ranges.push(rangeOf(known.others))
  const reachable = ranges.filter(({ to }) => to > reach)
  if (reachable.length === 0) return null
  const { from, to } = span(reachable)
  return { from: Math.max(reach, from), to }
}

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

/** A record that is nowhere to be found for so long will not be told. */
const longestMissing = day

/**
 * Up to where a record lies that a window shows: it may have been moved there since it was shown
 * first (one without an id is another then). Written once an hour at most.
 */
const lastShown = ({ to }: { to: string }, window: Range): string =>
  window.to - epochMs(to) >= hour ? utc(window.to) : to

type Lasting = { from: string; to: string; missingSince: string | null }

/** What is kept of what is not found, or null once it was not for too long. */
const keptMissing = <T extends Lasting>(
  kept: T,
  askedAgain: Range | null,
  now: EpochMs,
): T | null => {
  const { from, to } = rangeOf(kept)
  if (askedAgain === null || from < askedAgain.from || to > askedAgain.to) return kept
  if (kept.missingSince === null) return { ...kept, missingSince: utc(now) }
  return now - epochMs(kept.missingSince) > longestMissing ? null : kept
}

const othersAfter = (
  known: UnreadRecords['others'],
  places: readonly Range[],
  askedAgain: Range | null,
  now: EpochMs,
): UnreadRecords['others'] => {
  if (places.length === 0) return known && keptMissing(known, askedAgain, now)
  // Whether they are those of before nobody can say.
  const range = span(known === null ? places : [...places, rangeOf(known)])
  return { ...written(range), count: places.length, missingSince: null }
}

/**
 * What is remembered of unreadable records after an answer: those that it has anew, and those
 * of before, unless they could be read, or are gone from where they were.
 * @param window what was asked for
 * @param reach what ended before cannot be asked for any more
 * @param isAnythingMissing whether the answer lacks something known, which any that is new may be
 */
export const unreadAfter = (
  before: UnreadRecords | null,
  { records, unread, isComplete, askedAgain }: Shown<{ id: string }>,
  window: Range,
  now: EpochMs,
  reach: EpochMs,
  isAnythingMissing: boolean,
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
  const isHarmless = (id: string, wasHarmless: boolean) =>
    isNameless(id) &&
    (wasHarmless || (isComplete && !(isAnythingMissing || (beside.has(id) && askedAgain?.hasLost))))
  const isUnseen = (place: Range) =>
    overlap(place, window) || (asked !== null && place.from >= asked.from && place.to <= asked.to)
  const unknown = [...seen].filter((id) => before?.ids[id] === undefined)
  const unnamed = unknown.filter(isNameless).map(placeOf)
  const mayBeNameless = (range: Range) =>
    [...unnamed, ...namelessRanges(before)].some((each) => overlap(each, range))
  const kept = Object.entries(before?.ids ?? {}).flatMap(([id, entry]) => {
    if (read.has(id) || epochMs(entry.to) <= reach) return []
    const place = rangeOf(entry)
    const shown = {
      ...entry,
      ...(isElsewhere(id, place) && written(span([place, placeOf(id)]))),
      ...(isOfWindow(id) && { to: lastShown(entry, window) }),
      missingSince: null,
      isHarmless: isHarmless(id, entry.isHarmless),
    }
    // It may have lost its id where something without one is: as long as that is there, so may it be.
    if (!seen.has(id) && !isNameless(id) && mayBeNameless(place))
      return [[id, { ...entry, missingSince: null }] as const]
    // One that is not where it was may have its id again: where it loses that anew, it is missing.
    const isHarmlessStill = entry.isHarmless && !isUnseen(place)
    const next = seen.has(id)
      ? shown
      : keptMissing({ ...entry, isHarmless: isHarmlessStill }, asked, now)
    return next === null ? [] : [[id, next] as const]
  })
  const fresh = unknown.slice(0, Math.max(0, mostIds - kept.length)).map((id) => {
    const entry = { ...written(placeOf(id)), missingSince: null, isHarmless: isHarmless(id, false) }
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
  return { ids, others, tries, retryAt: isNew ? utc(now + retryAfter(tries)) : before.retryAt }
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
