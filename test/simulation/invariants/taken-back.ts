import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { epochMs } from '../oracle/moments.ts'
import { mayHaveRunOut } from '../oracle/rounds.ts'
import type { Told } from './context.ts'

type Change = { field: string; before: unknown; after: unknown }

/** A value as it can be compared: moments however they are written. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? epochMs(value) : value
  return value ?? null
}

/** What a record shows at a field as events name it, such as `breaks.<id>.end`. */
const shownAt = ({ start, end, breaks }: Clocking, field: string): unknown => {
  const [name, id, edge] = field.split('.')
  if (name === 'start') return comparable(start)
  if (name === 'end') return comparable(end)
  const found = breaks.find((each) => each.id === id)
  if (edge === undefined) return found === undefined ? null : 'there'
  return comparable(edge === 'start' ? found?.start : found?.end)
}

const isMoment = ({ field }: Change): boolean => /^(start|end|breaks\..*)$/.test(field)

/** The values that were told of each field before an event. */
const toldBefore = (earlier: readonly Told[], field: string): unknown[] =>
  earlier.flatMap(({ event }) =>
    event.type === 'attendance.clocking-amended'
      ? event.data.changes.filter((change) => change.field === field).map(({ before }) => before)
      : [],
  )

/** Whether a change takes something back: it vanishes, or a value that was told returns. */
const takesBack = (change: Change, earlier: readonly Told[]): boolean =>
  isMoment(change) &&
  (change.after === null ||
    toldBefore(earlier, change.field).some((was) => comparable(was) === comparable(change.after)))

const isClocking = (record: object): record is Clocking => 'startTimeZone' in record

const clockingIn = (answers: Look['answers'], id: string): Clocking[] =>
  answers.flatMap(({ records }) => {
    const record = records.get(id)
    return record !== undefined && isClocking(record) ? [record] : []
  })

/**
 * What an event takes back without a second answer that says so, or null. Answers that may
 * not have been put to use count for it, not against it.
 * @param earlier what was told of the same clocking before
 */
export const takenBackAlone = (
  { event, origin }: Told,
  earlier: readonly Told[],
  looks: readonly Look[],
): string | null => {
  if (event.type !== 'attendance.clocking-amended') return null
  const index = looks.findIndex(({ poll }) => poll.process === origin?.process)
  if (index === -1) return null
  const { id } = event.data.clocking
  const before: Look[] = []
  for (let n = index - 1; n >= 0; n--) {
    const look = looks[n]
    if (look === undefined) break
    before.push(look)
    // An answer that lacks it altogether says nothing of it, nor what was asked beside in part: as it was where time
    // was up before all of it was asked.
    const isWhole = look.isWhole && !mayHaveRunOut(look.poll)
    if (look.isSure && clockingIn(isWhole ? look.answers : look.window, id).length > 0) break
  }
  const alone = event.data.changes.find(
    (change) =>
      takesBack(change, earlier) &&
      !before.some((look) =>
        clockingIn(look.answers, id).some(
          (record) => shownAt(record, change.field) === comparable(change.after),
        ),
      ),
  )
  return alone === undefined ? null : `${alone.field} is taken back by one answer alone`
}
