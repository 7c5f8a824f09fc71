import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { epochMs } from '../oracle/moments.ts'
import { mayHaveRunOut } from '../oracle/rounds.ts'
import { asWritten } from './absence-story.ts'
import type { Told } from './context.ts'

type Change = { field: string; before: unknown; after: unknown }

type Kept = Clocking | Absence

/** A value as it can be compared: moments however they are written. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? epochMs(value) : value
  return value === null || value === undefined ? null : asWritten(value)
}

const isBreak = (field: string): boolean => field.startsWith('breaks.')

/** What a record shows at a field as events name it, such as `breaks.<id>.end`. */
const shownAt = (record: Kept, field: string): unknown => {
  if (!isBreak(field)) return comparable(new Map(Object.entries(record)).get(field))
  const [, id, edge] = field.split('.')
  const found = 'breaks' in record ? record.breaks.find((each) => each.id === id) : undefined
  if (edge === undefined) return found === undefined ? null : 'there'
  return comparable(edge === 'start' ? found?.start : found?.end)
}

/** The values that were told of each field before an event. */
const toldBefore = (earlier: readonly Told[], field: string): unknown[] =>
  earlier.flatMap(({ event: { data } }) =>
    'changes' in data
      ? data.changes.filter((change) => change.field === field).map(({ before }) => before)
      : [],
  )

/**
 * Whether a change takes something back: an end or a break, each told as an event of its own, vanishes, or a value
 * that was told returns. That an absence will end is no event before it does.
 */
const takesBack = (
  { field, after }: Change,
  isClocking: boolean,
  earlier: readonly Told[],
): boolean =>
  (isClocking && after === null && (field === 'end' || isBreak(field))) ||
  toldBefore(earlier, field).some((was) => comparable(was) === comparable(after))

/** By whose clock an absence goes no record of it says. */
const isOfRecord = ({ field }: Change): boolean => field !== 'timeZone'

const recordsIn = (answers: Look['answers'], id: string): Kept[] =>
  answers.flatMap(({ records }) => {
    const record = records.get(id)
    return record === undefined ? [] : [record as Kept]
  })

/** The answers before that of a poll, up to the last that is sure and shows a record. */
const answersBefore = (looks: readonly Look[], process: string | undefined, id: string): Look[] => {
  const index = looks.findIndex(({ poll }) => poll.process === process)
  const before: Look[] = []
  for (let n = index - 1; n >= 0; n--) {
    const look = looks[n]
    if (look === undefined) break
    before.push(look)
    // An answer that lacks it altogether says nothing of it, nor what was asked beside in part: as it was where time
    // was up before all of it was asked.
    const isWhole = look.isWhole && !mayHaveRunOut(look.poll)
    if (look.isSure && recordsIn(isWhole ? look.answers : look.window, id).length > 0) break
  }
  return before
}

const goneAndBack: Partial<Record<Told['event']['type'], Told['event']['type']>> = {
  'attendance.clocked-in': 'attendance.clocking-removed',
  'attendance.absence-started': 'attendance.absence-withdrawn',
}

/**
 * What an event takes back without a second answer that says so, or null. Answers that may
 * not have been put to use count for it, not against it.
 * @param id of the clocking or absence
 * @param earlier what was told of the same before
 * @param lookback in milliseconds
 */
export const takenBackAlone = (
  { event, origin }: Told,
  id: string,
  earlier: readonly Told[],
  looks: readonly Look[],
  lookback: number,
): string | null => {
  if (!looks.some(({ poll }) => poll.process === origin?.process)) return null
  const before = answersBefore(looks, origin?.process, id)
  const gone = earlier.at(-1)
  const isBack =
    gone !== undefined &&
    goneAndBack[event.type] === gone.event.type &&
    // What has left the lookback has left our memory: one answer is enough.
    epochMs(event.recordedtime) - epochMs(gone.event.recordedtime) < lookback
  // The answers that it was gone by, and those before that, say nothing of its being back.
  const since = gone?.origin?.savedAt ?? Number.NEGATIVE_INFINITY
  const isSeen = before.some(({ to, answers }) => to > since && recordsIn(answers, id).length > 0)
  if (isBack && !isSeen) return 'it is back by one answer alone'
  const changes = /(clocking|absence)-amended$/.test(event.type) && 'changes' in event.data
  const isClocking = event.type.startsWith('attendance.clocking-')
  const alone = (changes ? (event.data as { changes: Change[] }).changes : []).find(
    (change) =>
      isOfRecord(change) &&
      takesBack(change, isClocking, earlier) &&
      !before.some((look) =>
        recordsIn(look.answers, id).some(
          (record) => shownAt(record, change.field) === comparable(change.after),
        ),
      ),
  )
  return alone === undefined ? null : `${alone.field} is taken back by one answer alone`
}
