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

/** Whom those without an id on an answer may be, of the members; null: any of them. */
const suspectsIn = (
  answer: RosterAnswer,
  nameless: Roster['nameless'],
): ReadonlySet<string> | null => {
  const suspects = new Set<string>()
  for (const mark of answer.nameless) {
    const { isHarmless = false, mayBe } = nameless[mark] ?? {}
    if (!isHarmless && mayBe === undefined) return null
    for (const id of mayBe ?? []) suspects.add(id)
  }
  return suspects
}

/**
 * Whom a believed answer does not show, of those who are known: nobody where it is not known to
 * be whole, and nobody who may be one of those whose id cannot be read.
 * @param nameless those without an id after this answer
 */
export const missingFrom = (
  answer: RosterAnswer,
  known: Iterable<string>,
  nameless: Roster['nameless'],
): ReadonlySet<string> => {
  const suspects = suspectsIn(answer, nameless)
  if (!answer.isComplete || suspects === null) return new Set()
  return new Set(lackedBy(answer, known).filter((id) => !suspects.has(id)))
}

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

/** Of so many it is remembered that a record without an id may be they, of all such records: else any may be anybody. */
const mostSuspects = 2_000

/**
 * Whom a record without an id may be, of the members: those whom no answer has shown beside it. Undefined: any of
 * them.
 * @param lacked the members whom a whole answer with that record does not show; null where it is not whole
 */
const mayBeOf = (
  known: Roster['nameless'][string] | undefined,
  lacked: readonly string[] | null,
): string[] | undefined => {
  if (known?.isHarmless === true) return []
  if (lacked === null) return known?.mayBe
  const still =
    known?.mayBe === undefined ? lacked : lacked.filter((id) => known.mayBe?.includes(id))
  return [...still]
}

/**
 * Those without an id after an answer. Whoever was shown beside one, in the same reading, is somebody else.
 * @param since from when on those are there whom no answer had before, UTC
 */
export const namelessAfter = (
  answer: RosterAnswer,
  members: Iterable<string>,
  before: Roster['nameless'],
  since: string,
): Roster['nameless'] => {
  const { isComplete, vanished } = answer
  const ids = new Set(members)
  const notBeside = [...lackedBy(answer, ids), ...vanished.filter((id) => ids.has(id))]
  const lacked = isComplete ? notBeside : null
  const shown = answer.nameless.map((mark) => {
    const known = before[mark]
    const mayBe = mayBeOf(known, lacked)
    const next = { since: known?.since ?? since, isHarmless: mayBe?.length === 0 }
    const isTooMany = mayBe === undefined || mayBe.length > mostSuspects / answer.nameless.length
    return [mark, isTooMany || next.isHarmless ? next : { ...next, mayBe }] as const
  })
  const kept = answer.isComplete ? [] : Object.entries(before)
  return Object.fromEntries([...new Map([...kept, ...shown])].slice(0, mostNameless))
}
