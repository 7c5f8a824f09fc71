import { utc } from '../../lib/attendance/moments.ts'
import { isEndUnrecorded, keptUntil } from '../../lib/attendance/state/retention.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { OperatorError } from '../or-one-line.ts'
import type { Holdings } from './holdings.ts'

/** By what is decided whether somebody can be forgotten. */
export type Terms = {
  lookbackHours: number
  /** An operator's word that who left while something of theirs lasted is to be forgotten, too. */
  isOpenToo: boolean
}

const backWith =
  'and would be back with the next refresh, as a newcomer: take them out of the time-clock service first'

/** Why nobody is forgotten whose return would be told as if something began anew. */
const whyOpen = (state: EmployeeState, { lookbackHours }: Terms): string => {
  const until = keptUntil(state, lookbackHours)
  const howLong =
    until === null
      ? 'Wait until its end is published: it may be entered in the time-clock service'
      : `Nobody is asked about it any more, and their state goes by itself after ${utc(until)}`
  return (
    'Something of theirs has begun and not ended, and would begin a second time were they hired again. ' +
    `${howLong}; --although-open removes it now`
  )
}

const reasonAgainst = (
  { saved, isBack, inOtherLetters }: Pick<Holdings, 'saved' | 'isBack' | 'inOtherLetters'>,
  terms: Terms,
): string | null => {
  if (inOtherLetters !== null)
    return `${inOtherLetters}, the same id in other letters, is still on the roster: what is theirs would be removed, too`
  if (isBack)
    return `They are on the roster again, which the next refresh is to confirm, ${backWith}`
  if (saved === null) return null
  const { membership, outbox } = saved.state
  if (membership === 'member') return `They are still on the roster, ${backWith}`
  if (outbox.length > 0)
    return `${outbox.length} of their events wait to be published: forget them once these are out`
  return isEndUnrecorded(saved.state) && !terms.isOpenToo ? whyOpen(saved.state, terms) : null
}

/**
 * Checks that somebody who is forgotten stays so, that nobody misses what they did, and that nothing is told twice.
 * @throws {OperatorError} where they are on the roster, events of theirs wait, or something of theirs lasts
 */
export const checkForgettable = (
  holdings: Pick<Holdings, 'saved' | 'isBack' | 'inOtherLetters'>,
  terms: Terms,
): void => {
  const reason = reasonAgainst(holdings, terms)
  if (reason !== null) throw new OperatorError(reason)
}
