import { type EpochMs, epochMs, utc } from './moments.ts'
import { shortened } from './short-notes.ts'
import { itemBytes } from './size.ts'
import type { EmployeeState, TrackedClocking } from './state.ts'

/** So many bytes a state may have beside its outbox. */
export const stateBytes = 180_000

type Closed = { id: string; end: EpochMs; clocking: TrackedClocking }

/** Clockings of which nothing is in doubt and that have ended, the oldest first. */
const closedOf = (state: EmployeeState, toldBefore: EpochMs): Closed[] =>
  Object.entries(state.clockings)
    .flatMap(([id, clocking]) => {
      const { end } = clocking.known
      const isAtRest = clocking.missingSince === null && clocking.doubted.length === 0
      const isWanted = state.unread.clockings?.ids[id] !== undefined
      return end !== null && isAtRest && !isWanted ? [{ id, end: epochMs(end), clocking }] : []
    })
    .filter(({ end }) => end < toldBefore)
    .sort((a, b) => a.end - b.end)

const withShortNote = (clocking: TrackedClocking): TrackedClocking => ({
  ...clocking,
  known: { ...clocking.known, note: shortened(clocking.known.note ?? null) },
})

const hasLongNote = ({ known }: TrackedClocking): boolean =>
  known.note != null && shortened(known.note) !== known.note

/** Shortens the notes of the oldest clockings until the state is `excess` bytes smaller. */
const withShortNotes = (
  state: EmployeeState,
  excess: number,
  toldBefore: EpochMs,
): [EmployeeState, number] => {
  const clockings = { ...state.clockings }
  let left = excess
  for (const { id, clocking } of closedOf(state, toldBefore)) {
    if (left <= 0) break
    if (!hasLongNote(clocking)) continue
    const short = withShortNote(clocking)
    left -= itemBytes(clocking) - itemBytes(short)
    clockings[id] = short
  }
  return [{ ...state, clockings }, left]
}

/** Forgets the oldest clockings until the state is `excess` bytes smaller. */
const withoutOldest = (
  state: EmployeeState,
  excess: number,
  toldBefore: EpochMs,
): EmployeeState => {
  const clockings = { ...state.clockings }
  let left = excess
  let before = state.forgottenBefore.clockings
  for (const { id, end, clocking } of closedOf(state, toldBefore)) {
    if (left <= 0) break
    left -= itemBytes(clocking) + itemBytes(id) + 1
    delete clockings[id]
    if (before === null || epochMs(before) < end) before = utc(end)
  }
  return { ...state, clockings, forgottenBefore: { ...state.forgottenBefore, clockings: before } }
}

/**
 * The state as an item can hold it. Of the oldest clockings that have ended long notes are cut to
 * their beginning and a digest, which is enough to see that they changed; where that is not
 * enough, those clockings are forgotten, as if they had left the lookback.
 * @param toldBefore everything that happened before this moment has been told
 */
export const keptSmall = (
  state: EmployeeState,
  toldBefore: EpochMs = Number.POSITIVE_INFINITY,
): EmployeeState => {
  const { outbox: _outbox, ...rest } = state
  const excess = itemBytes(rest) - stateBytes
  if (excess <= 0) return state
  const [shorter, left] = withShortNotes(state, excess, toldBefore)
  return left <= 0 ? shorter : withoutOldest(shorter, left, toldBefore)
}
