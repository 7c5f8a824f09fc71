import { type EpochMs, epochMs, utc } from '../moments.ts'
import { nothingRemaining, type Remaining } from '../remaining.ts'
import { keepingClockings } from './newest-forgotten.ts'
import { shortened } from './short-notes.ts'
import type { EmployeeState, TrackedClocking } from './state.ts'

/** So many bytes a state may have beside its outbox. */
export const stateBytes = 180_000

type Closed = { id: string; end: EpochMs; clocking: TrackedClocking }

/** Clockings of which nothing is in doubt and that have ended, the oldest first. */
const closedOf = (state: EmployeeState, remaining: Remaining): Closed[] =>
  Object.entries(state.clockings)
    .flatMap(([id, clocking]) => {
      const { end } = clocking.known
      const isAtRest = clocking.missingSince === null && clocking.doubted.length === 0
      const isWanted = state.unread.clockings?.ids[id] !== undefined
      return end !== null && isAtRest && !isWanted ? [{ id, end: epochMs(end), clocking }] : []
    })
    .filter(({ id, end }) => end < remaining.from && !remaining.ids.has(id))
    .sort((a, b) => a.end - b.end)

const withShortNote = (clocking: TrackedClocking): TrackedClocking => ({
  ...clocking,
  known: { ...clocking.known, note: shortened(clocking.known.note ?? null) },
})

const hasLongNote = ({ known }: TrackedClocking): boolean =>
  known.note != null && shortened(known.note) !== known.note

/** The state with short notes of some. */
const withShortNotes = (state: EmployeeState, some: readonly Closed[]): EmployeeState => {
  const short = some.filter(({ clocking }) => hasLongNote(clocking))
  const changed = short.map(({ id, clocking }) => [id, withShortNote(clocking)] as const)
  return { ...state, clockings: { ...state.clockings, ...Object.fromEntries(changed) } }
}

/** The state without some: as if they had left the lookback. */
const without = (state: EmployeeState, some: readonly Closed[]): EmployeeState => {
  const dropped = new Set(some.map(({ id }) => id))
  const kept = Object.entries(state.clockings).filter(([id]) => !dropped.has(id))
  const { clockings: before } = state.forgottenBefore
  const last = Math.max(...some.map(({ end }) => end), before === null ? 0 : epochMs(before))
  const forgottenBefore = { ...state.forgottenBefore, clockings: utc(last) }
  return { ...keepingClockings(state, new Map(kept)), forgottenBefore }
}

/** The ways to make a state smaller, the mildest first. */
function* smaller(state: EmployeeState, oldest: readonly Closed[]): Generator<EmployeeState> {
  const share = (part: number): Closed[] => oldest.slice(0, Math.ceil(oldest.length * part))
  yield withShortNotes(state, share(0.5))
  const short = withShortNotes(state, oldest)
  yield short
  for (let part = 1; part <= 10; part++) yield without(short, share(part / 10))
}

/**
 * The state as an item can hold it. Of the oldest clockings that have ended long notes are cut to
 * their beginning and a digest, which is enough to see that they changed; where that is not
 * enough, those clockings are forgotten, as if they had left the lookback.
 * @param bytesOf the room that a state takes in its item, its outbox aside
 * @param remaining what is still to be recorded, where the state is saved in part
 */
export const keptSmall = (
  state: EmployeeState,
  bytesOf: (state: EmployeeState) => number,
  remaining: Remaining = nothingRemaining,
): EmployeeState => {
  const fits = (each: EmployeeState): boolean => bytesOf(each) <= stateBytes
  if (fits(state)) return state
  const oldest = closedOf(state, remaining)
  if (oldest.length === 0) return state
  for (const next of smaller(state, oldest)) if (fits(next)) return next
  // It is not clockings that take the room: forgetting them would lose them in vain.
  return withShortNotes(state, oldest)
}
