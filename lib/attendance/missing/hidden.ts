import { isNameless } from '../../workforce/nameless.ts'
import type { Range, ShownAbsences, ShownClockings } from '../snapshot.ts'
import type { EmployeeState, Kind } from '../state/state.ts'
import { rangeOfDates } from './ranges.ts'
import { mayReadAs } from './twins.ts'
import { unaskedFor } from './unasked.ts'

type Answer = Pick<
  ShownClockings | ShownAbsences,
  'records' | 'unread' | 'isComplete' | 'isWide' | 'askedAgain' | 'reach'
>

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

/**
 * Whether a record that an answer does not show may be one that cannot be read, and has no id that can be: of those that it
 * shows, or of those that were shown where it did not ask. Or it is one of the latter, with its id.
 */
const hiddenIn = (
  state: EmployeeState,
  kind: Kind,
  answer: Answer,
  asked: Range,
): ((id: string) => boolean) => {
  const elsewhere = new Set(unaskedFor(state.unread[kind], answer, asked).map(([id]) => id))
  const marks = [...answer.unread, ...elsewhere].filter(isNameless)
  const mayBeNameless = amongNameless(state, kind, marks, answer)
  return (id) => elsewhere.has(id) || mayBeNameless(id)
}

/** Whether a clocking that an answer does not show may be there in a form that cannot be read. */
export const hiddenClockings = (
  state: EmployeeState,
  answer: ShownClockings,
): ((id: string) => boolean) => hiddenIn(state, 'clockings', answer, answer.window)

/** Likewise of absences. */
export const hiddenAbsences = (
  state: EmployeeState,
  answer: ShownAbsences,
): ((id: string) => boolean) => hiddenIn(state, 'absences', answer, rangeOfDates(answer))
