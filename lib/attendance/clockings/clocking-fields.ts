import { sameJson } from '../changes.ts'
import { type EpochMs, epochMs } from '../moments.ts'
import { shortened } from '../state/short-notes.ts'
import type { KnownClocking, TrackedClocking } from '../state/state.ts'
import { type Fields, formerAfter, movedIntoForgotten, takenBack } from '../taking-back.ts'

const moment = (value: string | null): EpochMs | null => (value === null ? null : epochMs(value))

/** What a clocking says, field by field; a break is `breaks.<id>.start` and `.end`. */
const fieldsOf = (known: KnownClocking, hasNote: boolean, hasEnd: boolean): Fields => ({
  start: moment(known.start),
  end: moment(known.end),
  startTimeZone: known.startTimeZone,
  // The zone that an open clocking will end in is anyone's guess until it ends.
  ...(hasEnd && { endTimeZone: known.endTimeZone }),
  ...(hasNote && { note: shortened(known.note ?? null) }),
  ...Object.fromEntries(
    known.breaks.flatMap(({ id, start, end }) => [
      [`breaks.${id}.start`, moment(start)],
      [`breaks.${id}.end`, moment(end)],
    ]),
  ),
})

/** An end and a break were recorded as events of their own, so that losing one takes it back. */
const mayVanish = (field: string): boolean => field === 'end' || field.startsWith('breaks.')

const bothFields = (before: KnownClocking, after: KnownClocking): [Fields, Fields] => {
  // A note that only one of them has became or was invisible, which is no news.
  const hasNote = before.note !== undefined && after.note !== undefined
  const hasEnd = before.end !== null && after.end !== null
  return [fieldsOf(before, hasNote, hasEnd), fieldsOf(after, hasNote, hasEnd)]
}

/**
 * The marks of all that an answer takes back of a known clocking, and of a removed one that it is.
 * @param forgottenBefore up to when clockings are forgotten, or null
 */
export const takenBackOfClocking = (
  { phase, known, former, revision }: TrackedClocking,
  current: KnownClocking,
  forgottenBefore: EpochMs | null,
): string[] => {
  const isBack = phase === 'removed' ? ['phase=present'] : []
  // So it is nearly always: most answers say what is known.
  if (sameJson(known, current)) return isBack
  return [
    ...isBack,
    ...takenBack(...bothFields(known, current), former, mayVanish),
    ...movedIntoForgotten(
      { end: moment(known.end), mayBeBack: revision !== 0 },
      moment(current.end),
      forgottenBefore,
    ),
  ]
}

/** What to remember of a known clocking's values once it is recorded as it is now. */
export const formerOfClocking = (
  { known, former }: TrackedClocking,
  current: KnownClocking,
): string[] =>
  sameJson(known, current)
    ? [...former]
    : formerAfter(...bothFields(known, current), former, mayVanish)
