import { isNameless } from '../workforce/nameless.ts'
import { day, type EpochMs, epochMs, minute, utc } from './moments.ts'
import type { Range, Shown } from './snapshot.ts'
import type { EmployeeState, Kind, UnreadRecords } from './state.ts'

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
  const hidden = unread.filter(isNameless).length
  if (known.anonymous !== null && hidden < known.anonymous.count)
    ranges.push(rangeOf(known.anonymous))
  const reachable = ranges.filter(({ to }) => to > reach)
  if (reachable.length === 0) return null
  return {
    from: Math.max(reach, Math.min(...reachable.map(({ from }) => from))),
    to: Math.max(...reachable.map(({ to }) => to)),
  }
}

/** So many are remembered by their id, or a mark: an item has only so much room. */
const mostIds = 100
const mostMarks = 20

/** A record that is nowhere to be found for so long will not be told. */
const longestMissing = day

type Anonymous = UnreadRecords['anonymous']

const anonymousAfter = (
  known: Anonymous,
  marks: readonly string[],
  window: Range,
  wasAsked: boolean,
  now: EpochMs,
  isAnythingMissing: boolean,
): Anonymous => {
  const count = marks.length
  const before = known ?? { ...written(window), count: 0, harmless: [], missingSince: null }
  if (count < before.count) {
    if (!wasAsked) return known
    const { missingSince } = before
    if (missingSince === null) return { ...before, missingSince: utc(now) }
    if (now - epochMs(missingSince) <= longestMissing) return known
  }
  if (count === 0) return null
  // While something is missing, any of those that are new may be it.
  const shown = new Set(marks)
  const harmless = isAnythingMissing
    ? before.harmless.filter((mark) => shown.has(mark))
    : marks.slice(0, mostMarks)
  const to = count > before.count ? utc(window.to) : before.to
  return { ...before, to, count, harmless, missingSince: null }
}

type Entry = UnreadRecords['ids'][string]

/** What is kept of one unreadable record, or null. */
const entryAfter = (
  entry: Entry,
  isSeen: boolean,
  askedAgain: Range | null,
  now: EpochMs,
): Entry | null => {
  if (isSeen) return entry.missingSince === null ? entry : { ...entry, missingSince: null }
  const { from, to } = rangeOf(entry)
  if (askedAgain === null || from < askedAgain.from || to > askedAgain.to) return entry
  if (entry.missingSince === null) return { ...entry, missingSince: utc(now) }
  return now - epochMs(entry.missingSince) > longestMissing ? null : entry
}

/**
 * What is remembered of unreadable records after an answer: those that it has anew, and those
 * of before, unless they could be read, or are gone from where they were.
 * @param window what was asked for
 * @param reach what ended before cannot be asked for any more
 * @param isAnythingMissing whether the answer lacks something known
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
  const kept = Object.entries(before?.ids ?? {}).flatMap(([id, entry]) => {
    if (read.has(id) || epochMs(entry.to) <= reach) return []
    const next = entryAfter(entry, seen.has(id), asked, now)
    return next === null ? [] : [[id, next] as const]
  })
  const entry = { ...written(window), missingSince: null }
  const unknown = [...seen].filter((id) => !isNameless(id) && before?.ids[id] === undefined)
  const fresh = unknown.slice(0, Math.max(0, mostIds - kept.length))
  const ids = Object.fromEntries([...kept, ...fresh.map((id) => [id, entry] as const)])
  const nameless = [...seen].filter(isNameless)
  const known = before?.anonymous ?? null
  const wasAsked = asked !== null
  const anonymous = anonymousAfter(
    known !== null && epochMs(known.to) <= reach ? null : known,
    [...nameless, ...unknown.slice(fresh.length)],
    window,
    wasAsked,
    now,
    isAnythingMissing,
  )
  if (Object.keys(ids).length === 0 && anonymous === null) return null
  const tries = (before?.tries ?? 0) + (askedAgain === null ? 0 : 1)
  const isNew = before === null || askedAgain !== null
  return { ids, anonymous, tries, retryAt: isNew ? utc(now + retryAfter(tries)) : before.retryAt }
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
        anonymous: after.anonymous ?? before.anonymous,
      }
