import { type Disbelief, disbelief } from '../attendance/roster.ts'
import type { RosterAnswer } from './list-employed.ts'

/**
 * Why a roster answer is not believed, or null where it is.
 * @param members the ids of the present members
 * @param acceptLoss an operator's word that a loss of more than a fifth is true
 */
export const doubtIn = (
  { employees }: RosterAnswer,
  members: ReadonlySet<string>,
  acceptLoss: boolean,
): Disbelief | null => {
  const doubt = disbelief(members, new Set(employees.keys()))
  return doubt === 'a fifth short' && acceptLoss ? null : doubt
}

/**
 * The members whom two answers in a row do not show, both complete and believed: either may
 * have been shifting while it was read, or be a part of the truth.
 * @param answer one that is believed
 * @param askAgain asked for the second answer where the first lacks somebody
 */
export const goneFrom = async (
  answer: RosterAnswer,
  askAgain: () => Promise<RosterAnswer>,
  members: ReadonlySet<string>,
  acceptLoss: boolean,
): Promise<ReadonlySet<string>> => {
  const missing = [...members].filter((id) => !answer.employees.has(id))
  if (missing.length === 0 || !answer.complete) return new Set()
  const second = await askAgain()
  if (!second.complete || doubtIn(second, members, acceptLoss) !== null) return new Set()
  return new Set(missing.filter((id) => !second.employees.has(id)))
}
