import { type Disbelief, disbelief } from '../../attendance/roster.ts'
import type { RosterAnswer } from './list-employed.ts'

/** Everyone whom an answer shows, those included who cannot be read. */
const shownBy = ({ employees, unread }: RosterAnswer): Set<string> =>
  new Set([...employees.keys(), ...unread.filter((id) => id !== null)])

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

/**
 * Whom a believed answer does not show, of those who are known: nobody where it is not known to
 * be whole, or where anybody's id cannot be read, who may be the one that is missing.
 */
export const missingFrom = (answer: RosterAnswer, known: Iterable<string>): ReadonlySet<string> => {
  if (!answer.isComplete || answer.unread.includes(null)) return new Set()
  const shown = shownBy(answer)
  return new Set([...known].filter((id) => !shown.has(id)))
}
