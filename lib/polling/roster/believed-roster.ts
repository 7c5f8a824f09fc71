import { type Disbelief, disbelief } from '../../attendance/roster.ts'
import type { Roster } from '../../store/roster-store.ts'
import type { RosterAnswer } from './list-employed.ts'

/** Everyone whom an answer shows, those included who cannot be read. */
const shownBy = ({ employees, unread }: RosterAnswer): Set<string> =>
  new Set([...employees.keys(), ...unread])

/**
 * Why a roster answer is not believed, or null where it is.
 * @param members the ids of the present members
 * @param acceptLoss an operator's word that a loss of more than a fifth is true
 */
export const doubtIn = (
  answer: RosterAnswer,
  members: ReadonlySet<string>,
  acceptLoss: boolean,
): Disbelief | null => {
  const doubt = disbelief(members, shownBy(answer))
  return doubt === 'a fifth short' && acceptLoss ? null : doubt
}

/** Those of some people whom an answer does not show. */
const lackedBy = (answer: RosterAnswer, known: Iterable<string>): string[] => {
  const shown = shownBy(answer)
  return [...known].filter((id) => !shown.has(id))
}

/**
 * Whom a believed answer does not show, of those who are known: nobody where it is not known to
 * be whole, or where somebody's id cannot be read, who may be the one that is missing.
 * @param harmless marks of those without an id who are somebody else
 */
export const missingFrom = (
  answer: RosterAnswer,
  known: Iterable<string>,
  harmless: readonly string[],
): ReadonlySet<string> => {
  const mayHideSome = answer.nameless.some((mark) => !harmless.includes(mark))
  return new Set(answer.isComplete && !mayHideSome ? lackedBy(answer, known) : [])
}

/** The marks of those without an id who are known to be none of the members. */
export const harmlessIn = (nameless: Roster['nameless']): string[] =>
  Object.entries(nameless).flatMap(([mark, { isHarmless }]) => (isHarmless ? [mark] : []))

/** So many are remembered: a record has only so much room. */
const mostNameless = 500

/**
 * From when on whoever is new may have been on the roster, UTC: one of those without an id whom an answer does not show
 * any more may be they.
 * @param believedAt when the last roster was asked for that was believed, UTC
 */
export const newcomersSince = (
  { nameless }: RosterAnswer,
  before: Roster['nameless'],
  believedAt: string,
): string =>
  Object.entries(before).reduce(
    (since, [mark, known]) =>
      nameless.includes(mark) || known.since >= since ? since : known.since,
    believedAt,
  )

/**
 * Those without an id after an answer. Who was there when nobody was missing is none of the members.
 * @param since from when on those are there whom no answer had before, UTC
 */
export const namelessAfter = (
  answer: RosterAnswer,
  members: Iterable<string>,
  before: Roster['nameless'],
  since: string,
): Roster['nameless'] => {
  const isNobodyLacked = answer.isComplete && lackedBy(answer, members).length === 0
  const shown = answer.nameless.map((mark) => {
    const known = before[mark]
    const isHarmless = isNobodyLacked || known?.isHarmless === true
    return [mark, { since: known?.since ?? since, isHarmless }] as const
  })
  const kept = answer.isComplete ? [] : Object.entries(before)
  return Object.fromEntries([...new Map([...kept, ...shown])].slice(0, mostNameless))
}
