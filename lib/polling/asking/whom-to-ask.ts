import { marksTakenBack } from '../../attendance/missing/missing.ts'
import { clocksDiffer, type EpochMs, epochMs } from '../../attendance/moments.ts'
import { isResting, type Resting } from '../../attendance/resting.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import { isAtRest } from '../../attendance/state/who-is-in.ts'
import type { Shard } from '../../store/shard-record.ts'
import { isAskedInVain, isDoubted, isLeftOver, isOverdue, isWaiting } from './behind.ts'

/** Who is polled: everyone but leavers at rest. */
export const isPolled = (state: EmployeeState): boolean => !isAtRest(state)

/**
 * Those whom a poll asks for clockings: not who rests, unless they are behind. While something of the shard's is
 * in doubt nobody rests, so that it is seen soon what else is missing; nor at the first poll by other rules.
 */
export const dueForClockings = (
  states: readonly EmployeeState[],
  shard: Shard,
  now: EpochMs,
  resting: Resting | undefined,
): EmployeeState[] => {
  const behind = shard.behind.clockings
  const isSame = JSON.stringify(shard.resting) === JSON.stringify(resting)
  if (resting === undefined || !isSame || Object.values(behind).some(isDoubted)) return [...states]
  const before = epochMs(shard.polledThrough)
  return states.filter(
    (state) => behind[state.employeeId] !== undefined || !isResting(state, before, now, resting),
  )
}

/** A number that depends on a text alone, and on each of its letters (FNV-1a, 32 bits). */
const scattered = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}

/** Some people in an order that changes from poll to poll: nobody is always before somebody. */
export const shuffled = <T extends { state: EmployeeState }>(
  people: readonly T[],
  now: EpochMs,
): T[] =>
  people.toSorted(
    (a, b) => scattered(`${a.state.employeeId}${now}`) - scattered(`${b.state.employeeId}${now}`),
  )

/**
 * The order in which a poll asks: who was left over first, those who wait longest before the
 * others; then everyone who is well, in an order that changes from poll to poll, so that no bad
 * neighbour is always before somebody; and last who keeps failing, or was asked in vain while everybody failed, longest ago
 * first. Who failed waits for their turn.
 * Whoever's turn is long overdue counts as left over.
 */
export const inTurn = (
  states: readonly EmployeeState[],
  shard: Shard,
  kind: Kind,
  now: EpochMs,
): EmployeeState[] => {
  const readThrough = kind === 'clockings' ? shard.polledThrough : shard.absencesReadAt
  const place = ({ employeeId }: EmployeeState): [number, number, number] => {
    const behind = shard.behind[kind][employeeId]
    const byChance = scattered(`${employeeId}${now}`)
    if (behind === undefined) return [1, 0, byChance]
    const waits = epochMs(behind.retryAt ?? behind.since)
    if (isLeftOver(behind, readThrough) || isOverdue(behind, shard, now))
      return [0, waits, byChance]
    return isAskedInVain(behind, readThrough) ? [2, waits, byChance] : [1, 0, byChance]
  }
  return states
    .filter(({ employeeId }) => !isWaiting(shard.behind[kind][employeeId], now))
    .map((state) => ({ state, place: place(state) }))
    .sort(({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(({ state }) => state)
}

/** Whether an interval is over; one that begins in the future was set by a clock that was wrong. */
const isPast = (elapsed: number, everySeconds: number): boolean =>
  elapsed >= everySeconds * 1_000 || elapsed < -clocksDiffer

/** Whether a poll asks for the absences of everybody who is not behind. */
export const areAbsencesDue = (
  { absencesReadAt }: Shard,
  now: EpochMs,
  everySeconds: number,
): boolean => absencesReadAt === null || isPast(now - epochMs(absencesReadAt), everySeconds)

/**
 * Whether an answer took back something of somebody's absences, which a second one must confirm: until then they
 * neither start nor end. What cannot be read has turns of its own.
 */
const isSecondAnswerAwaited = ({ absences, unread }: EmployeeState): boolean =>
  Object.entries(absences).some(
    ([id, absence]) => marksTakenBack(absence).length > 0 && unread.absences?.ids[id] === undefined,
  )

/**
 * Those whose absences a poll asks for: everyone where they are due, else who lags behind, and of whom a second
 * answer must say how something stands.
 */
export const dueForAbsences = (
  states: readonly EmployeeState[],
  shard: Shard,
  now: EpochMs,
  everySeconds: number,
): EmployeeState[] =>
  areAbsencesDue(shard, now, everySeconds)
    ? [...states]
    : states.filter(
        (state) =>
          state.unaskedSince.absences !== null ||
          shard.behind.absences[state.employeeId] !== undefined ||
          isSecondAnswerAwaited(state),
      )
