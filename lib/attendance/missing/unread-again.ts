import { isNameless } from '../../workforce/nameless.ts'
import { day, type EpochMs, epochMs, hour, minute, utc } from '../moments.ts'
import type { Range, Shown } from '../snapshot.ts'
import type { EmployeeState, Kind } from '../state/state.ts'
import { rangeOf, span } from './ranges.ts'
import type { UnreadRecords } from './unread-records.ts'

/** The longest wait before something is tried again. */
export const longestWait = 30 * minute

/** When to try again what has failed so often: after 1, 2, 4 … 30 minutes. */
export const retryAfter = (tries: number): number =>
  Math.min(longestWait, minute * 2 ** Math.min(tries, 10))

/** What is nowhere to be found for longer than a day is looked for four times a day. */
const longestSought = day
const seldom = 6 * hour
const quarterOf = (moment: EpochMs): number => Math.floor(moment / seldom)

type Entry = UnreadRecords['ids'][string]

/** Whether a record has not been found for so long that it is hardly there any more. */
export const isLongGone = ({ missingSince }: Pick<Entry, 'missingSince'>, now: EpochMs): boolean =>
  missingSince !== null && now - epochMs(missingSince) > longestSought

/** How many records that cannot be read are there, as far as anyone knows. */
export const countUnread = (unread: UnreadRecords | null, now: EpochMs): number =>
  Object.values(unread?.ids ?? {}).filter((entry) => !isLongGone(entry, now)).length +
  (unread?.others?.count ?? 0)

/** Whether nothing has been asked for again in this quarter of a day. */
const isFirstOfQuarter = ({ retryAt, tries }: UnreadRecords, now: EpochMs): boolean =>
  quarterOf(epochMs(retryAt) - retryAfter(tries)) !== quarterOf(now)

/** A wait that is longer than any was set by a clock that was wrong. */
const isWaiting = ({ retryAt }: UnreadRecords, now: EpochMs): boolean =>
  epochMs(retryAt) > now && epochMs(retryAt) - now <= seldom

/**
 * When to ask again for what an answer does not show.
 * @param unseen what is remembered and was not shown
 */
export const askAgainAt = (
  unseen: readonly Pick<Entry, 'missingSince'>[],
  tries: number,
  now: EpochMs,
): string => {
  const areLongGone = unseen.length > 0 && unseen.every((entry) => isLongGone(entry, now))
  return utc(now + (areLongGone ? seldom : retryAfter(tries)))
}

type Answer = Pick<Shown<{ id: string }>, 'records' | 'unread'>

/** Those of what is remembered that an answer does not show and that are due, by id. */
const unseenAndDue = (known: UnreadRecords, { records, unread }: Answer, now: EpochMs) => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  const unseen = Object.entries(known.ids).filter(([id]) => !shown.has(id))
  const sought = unseen.filter(([, entry]) => !isLongGone(entry, now))
  return sought.length === 0 || isFirstOfQuarter(known, now) ? unseen : sought
}

/**
 * Records that could not be read and are not where they were, by id: they may have been moved, as far as the API can
 * be asked. One without an id nobody would know elsewhere.
 * @param answer with what was asked for again where they were
 */
export const soughtElsewhere = (
  state: EmployeeState,
  kind: Kind,
  answer: Answer,
  now: EpochMs,
): ReadonlySet<string> => {
  const known = state.unread[kind]
  const due = known === null || isWaiting(known, now) ? [] : unseenAndDue(known, answer, now)
  return new Set(due.flatMap(([id]) => (isNameless(id) ? [] : [id])))
}

/**
 * Where to ask again for records that could not be read and that an answer does not show any
 * more: they have left its window, and may be readable by now. Null where none are due.
 * @param reach the earliest moment that may be asked about
 */
export const unreadRange = (
  state: EmployeeState,
  kind: Kind,
  answer: Answer,
  now: EpochMs,
  reach: EpochMs,
): Range | null => {
  const known = state.unread[kind]
  if (known === null || isWaiting(known, now)) return null
  const ranges = unseenAndDue(known, answer, now).map(([, entry]) => rangeOf(entry))
  const others = answer.unread.filter((id) => known.ids[id] === undefined).length
  if (known.others !== null && others < known.others.count) ranges.push(rangeOf(known.others))
  const reachable = ranges.filter(({ to }) => to > reach)
  if (reachable.length === 0) return null
  const { from, to } = span(reachable)
  return { from: Math.max(reach, from), to }
}
