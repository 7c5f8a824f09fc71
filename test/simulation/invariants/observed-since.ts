import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Look } from '../oracle/looks.ts'
import type { EpochMs } from '../oracle/moments.ts'
import { asWritten, boundariesOf } from './absence-story.ts'
import type { Context, Told } from './context.ts'

type Kind = keyof Context['looks']

/** When each was retired: who is back after that is asked about as a newcomer is. */
export type Retired = ReadonlyMap<string, readonly EpochMs[]>

export const retiredIn = ({ observed }: Context): Retired => {
  const retired = new Map<string, EpochMs[]>()
  for (const { what, at } of observed.written) {
    const [verb, id = ''] = what.split(' ', 2)
    if (verb === 'retire') retired.set(id, [...(retired.get(id) ?? []), at])
  }
  return retired
}

/** The answers before an event's own poll, since somebody was last retired. */
const looksBefore = (
  { looks }: Context,
  { event, origin }: Told,
  kind: Kind,
  retired: Retired,
): Look[] => {
  const anew = Math.max(Number.NEGATIVE_INFINITY, ...(retired.get(event.subject) ?? []))
  const all = looks[kind].get(event.subject) ?? []
  return all.filter(
    ({ from, to, poll }) =>
      from > anew && origin !== undefined && to < origin.savedAt && poll.process !== origin.process,
  )
}

type Shown = Record<string, unknown>
type AbsenceDates = { id: string; start: unknown; end: unknown }

const recordsIn = ({ answers }: Look, id: string): Shown[] =>
  answers.flatMap(({ records }) => {
    const record = records.get(id)
    return record === undefined ? [] : [{ ...record }]
  })

/**
 * Whether a record was known to be so: the last of those answers that was put to use for certain showed it so, and was not read
 * twice and could not be read once; nor has one since, which may have been put to use, shown it otherwise.
 */
const wasKnown = (looks: readonly Look[], id: string, isSo: (shown: Shown) => boolean): boolean => {
  const last = looks.findLastIndex(({ isSure }) => isSure)
  const [sure, ...since] = looks.slice(Math.max(0, last))
  if (last === -1 || sure === undefined) return false
  const shown = recordsIn(sure, id).at(-1)
  return (
    shown !== undefined &&
    isSo(shown) &&
    !sure.answers.some(({ broken }) => broken.has(id)) &&
    since.every((look) => recordsIn(look, id).every(isSo))
  )
}

/**
 * Whether an open clocking and an absence that an event is about were each known as they are by the last answers before: that
 * they overlap took a poll that shows both, however early it was so.
 */
const wereBothKnown = (context: Context, told: Told, retired: Retired): boolean => {
  const { data } = told.event
  if (!('absence' in data && 'clocking' in data)) return false
  const { clocking, absence } = data
  const clockings = looksBefore(context, told, 'clockings', retired)
  const absences = looksBefore(context, told, 'absences', retired)
  return (
    wasKnown(
      clockings,
      clocking.id,
      ({ start, end }) => end === null && start === clocking.start,
    ) &&
    wasKnown(absences, absence.id, ({ start }) => asWritten(start) === asWritten(absence.start))
  )
}

/** Whether an event is said to come after no answer, of somebody of whose clockings none was complete yet. */
const isOfNobodyAnswered = (context: Context, told: Told, retired: Retired): boolean =>
  told.event.data.observed.after === null &&
  !looksBefore(context, told, 'clockings', retired).some(
    ({ isSure, isSettled }) => isSure && isSettled,
  )

/** Whether all answers show a record from the first on that does, but those that are not whole. */
const wasAlwaysThere = (looks: readonly Look[], id: string): boolean =>
  looks
    .slice(looks.findIndex((look) => recordsIn(look, id).length > 0))
    .every(
      (look) =>
        recordsIn(look, id).length > 0 ||
        !look.isSettled ||
        look.answers.some(({ isComplete }) => !isComplete),
    )

/**
 * Whether answers showed an absence with another start, or another end, between two that showed it with this one: the second may have
 * needed another to confirm it.
 */
const isPutBack = (looks: readonly Look[], { id, start, end }: AbsenceDates): boolean =>
  Object.entries({ start, end }).some(([date, told]) => {
    const shown = looks.flatMap((look) =>
      recordsIn(look, id).map((record) => asWritten([record[date]]) === asWritten([told])),
    )
    const first = shown.indexOf(true)
    return first !== -1 && shown.slice(first, shown.lastIndexOf(true)).includes(false)
  })

/** What was told of a record before. */
const toldBefore = ({ toldOf }: Context, { event }: Told, id: string): AttendanceEvent[] =>
  toldOf(event.subject).flatMap(({ event: other }) => {
    const { data } = other
    const ids = ['clocking' in data && data.clocking.id, 'absence' in data && data.absence.id]
    return other.sequence < event.sequence && ids.includes(id) ? [other] : []
  })

/**
 * Whether what an event is about was known as it is by the last answers before, so that all that came since is the clock: an
 * absence of which nothing had been told, and a clocking that was open all the while. (Of what was corrected or gone meanwhile a second
 * answer may have had to say how it stands.)
 */
export const wasKnownAsTold = (context: Context, told: Told, retired: Retired): boolean => {
  const { type, data } = told.event
  if (isOfNobodyAnswered(context, told, retired)) return false
  if ('clocking' in data && type.endsWith('clocking-overdue')) {
    const { id, start: began } = data.clocking
    const looks = looksBefore(context, told, 'clockings', retired)
    return (
      wasAlwaysThere(looks, id) &&
      toldBefore(context, told, id).every((other) => other.type.endsWith('clocked-in')) &&
      wasKnown(looks, id, ({ start, end }) => end === null && start === began)
    )
  }
  if ('absence' in data && type.endsWith('absence-started')) {
    const dates = boundariesOf(data.absence)
    const looks = looksBefore(context, told, 'absences', retired)
    return (
      wasAlwaysThere(looks, data.absence.id) &&
      toldBefore(context, told, data.absence.id).length === 0 &&
      !isPutBack(looks, data.absence) &&
      wasKnown(looks, data.absence.id, ({ start, end }) => boundariesOf({ start, end }) === dates)
    )
  }
  return wereBothKnown(context, told, retired)
}
