import { v5 as uuid5 } from 'uuid'
import { canonicalJson, sameJson } from './changes.ts'
import type { EpochMs } from './moments.ts'

/**
 * An answer may come from a replica that lags, and show what was so before. What takes back
 * something recorded is therefore recorded only when a second answer confirms it
 * (docs/decisions/removal.md).
 */

/** What something says, by field. A moment is a number, so that its spelling means nothing. */
export type Fields = Record<string, unknown>

/** So many former values are remembered of one thing. */
const maxFormer = 24

const namespace = '5a0f3f43-5c2e-4c57-8b0a-8f6c1d1f7c11'

/** A field and its value in a few letters. */
const markOf = (field: string, value: unknown): string =>
  `${field}=${uuid5(canonicalJson(value), namespace).slice(0, 8)}`

const isNothing = (value: unknown): boolean => value === undefined || value === null

const changed = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !sameJson(before[field] ?? null, after[field] ?? null),
  )

/**
 * The marks of all that an answer takes back: fields that return to what was recorded of them
 * before, and fields that vanish.
 * @param mayVanish whether the vanishing of a field takes something back
 */
export const takenBack = (
  before: Fields,
  after: Fields,
  former: readonly string[],
  mayVanish: (field: string) => boolean,
): string[] =>
  changed(before, after).flatMap((field) => {
    const mark = markOf(field, after[field] ?? null)
    const isVanishing = isNothing(after[field]) && mayVanish(field)
    return isVanishing || former.includes(mark) ? [mark] : []
  })

/** When something tracked ended or ends, null where it is open, and whether it may have been tracked before. */
type Ending = { end: EpochMs | null; mayBeBack: boolean }

/**
 * The mark of moving something to where all is forgotten: it may have been there before, and what
 * was recorded of it then is forgotten, too. None where it was there already, and where an open one
 * that was never forgotten ends there.
 * @param forgottenBefore up to when things are forgotten, or null
 */
export const movedIntoForgotten = (
  before: Ending,
  after: EpochMs | null,
  forgottenBefore: EpochMs | null,
): string[] => {
  const isForgotten = (end: EpochMs | null): boolean =>
    end !== null && forgottenBefore !== null && end <= forgottenBefore
  const isMoved = isForgotten(after) && !isForgotten(before.end)
  return isMoved && (before.end !== null || before.mayBeBack) ? [markOf('forgotten', after)] : []
}

/** Whether the last answer showed something, and nothing of it that a second one must confirm. */
export const isCertain = (tracked: {
  missingSince: string | null
  doubted: readonly string[]
}): boolean => tracked.missingSince === null && tracked.doubted.length === 0

/** Whether all that an answer takes back was taken back by the answer before it, too. */
export const isConfirmed = (taken: readonly string[], doubted: readonly string[]): boolean =>
  taken.every((mark) => doubted.includes(mark))

/**
 * What to remember once a change is recorded: the values that it replaced, that there was none
 * included, unless its vanishing takes something back in any case.
 */
export const formerAfter = (
  before: Fields,
  after: Fields,
  former: readonly string[],
  mayVanish: (field: string) => boolean,
): string[] => {
  const marks = changed(before, after)
    .filter((field) => field in before && !(isNothing(before[field]) && mayVanish(field)))
    .map((field) => markOf(field, before[field] ?? null))
  if (marks.length === 0) return [...former]
  return [...former.filter((mark) => !marks.includes(mark)), ...marks].slice(-maxFormer)
}
