import { isNameless, unknownMark } from '../../workforce/nameless.ts'
import type { ShownAbsences, ShownClockings } from '../snapshot.ts'
import type { EmployeeState, Kind } from '../state/state.ts'
import { isActiveIn, isStrictlyInside } from './awaited.ts'
import { mayReadAs } from './twins.ts'
import type { UnreadRecords } from './unread-records.ts'

type Answer = Pick<ShownClockings | ShownAbsences, 'records' | 'unread' | 'isWide'>

/**
 * Whether something that is missing may be one of some records without an id: of each it is known what it may be, or it
 * may be anything. One that may read the same may have lost its id since.
 * @param marks of those records
 */
const amongNameless = (
  state: EmployeeState,
  kind: Kind,
  marks: readonly string[],
  { records }: Pick<Answer, 'records'>,
): ((id: string) => boolean) => {
  const suspects = new Set<string>()
  if (marks.length === 0) return () => false
  for (const mark of marks) {
    const { isHarmless = false, mayBe } = state.unread[kind]?.ids[mark] ?? {}
    if (!isHarmless && mayBe === undefined) return () => true
    for (const id of mayBe ?? []) suspects.add(id)
  }
  const mayRead = mayReadAs(state[kind], marks, records)
  return (id) => suspects.has(id) || mayRead(id)
}

/** Records without an id of which an answer says nothing: they were there, as far as anyone knows, where it did not ask. */
const namelessElsewhere = (unread: UnreadRecords | null, answer: Answer): string[] => {
  if (unread === null || answer.isWide) return []
  const shown = new Set(answer.unread)
  const marks = Object.entries(unread.ids).flatMap(([mark, { missingSince }]) =>
    isNameless(mark) && missingSince === null && !shown.has(mark) ? [mark] : [],
  )
  // Of those that there is no room for nothing is known.
  return unread.others?.missingSince === null ? [...marks, unknownMark] : marks
}

/**
 * Whether a record that an answer does not show may be one of those without a readable id that it has, or that were shown
 * elsewhere if it lies there.
 * @param isAsked whether an answer must show what is known by an id
 */
const hiddenIn = (
  state: EmployeeState,
  kind: Kind,
  answer: Answer,
  isAsked: (id: string) => boolean,
): ((id: string) => boolean) => {
  const isHere = amongNameless(state, kind, answer.unread.filter(isNameless), answer)
  const elsewhere = namelessElsewhere(state.unread[kind], answer)
  const isElsewhere = amongNameless(state, kind, elsewhere, answer)
  return (id) => isHere(id) || (!isAsked(id) && isElsewhere(id))
}

/** Whether a clocking that an answer does not show may be a record without a readable id. */
export const hiddenClockings = (
  state: EmployeeState,
  answer: ShownClockings,
): ((id: string) => boolean) =>
  hiddenIn(state, 'clockings', answer, (id) => {
    const each = state.clockings[id]
    return each !== undefined && isActiveIn(answer.window)(each.known)
  })

/** Likewise of absences. */
export const hiddenAbsences = (
  state: EmployeeState,
  answer: ShownAbsences,
): ((id: string) => boolean) =>
  hiddenIn(state, 'absences', answer, (id) => {
    const each = state.absences[id]
    return each !== undefined && isStrictlyInside(each.known, answer)
  })
