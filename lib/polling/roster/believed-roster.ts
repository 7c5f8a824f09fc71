import { type Disbelief, disbelief } from '../../attendance/roster.ts'
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

/** So many are remembered: a record has only so much room. */
const mostNameless = 1_000

/**
 * Marks of those without an id who are none of the members: they were on a roster that lacked nobody.
 * @param before those of the roster before
 */
export const harmlessAfter = (
  answer: RosterAnswer,
  members: Iterable<string>,
  before: readonly string[],
): string[] => {
  if (!answer.isComplete) return [...before]
  const isNobodyLacked = lackedBy(answer, members).length === 0
  return answer.nameless
    .filter((mark) => isNobodyLacked || before.includes(mark))
    .slice(0, mostNameless)
}
