import { day, epochMs } from './moments.ts'
import type { EmployeeState, Kind } from './state/state.ts'
import type { PollContext } from './steps.ts'

/** The dates of an absence may be a day later where its employee is. */
const margins: Record<Kind, number> = { clockings: 0, absences: day }

/**
 * Whether something untracked has been recorded and forgotten: what could not be read since it was first seen
 * was so only if it had been forgotten by then, and is still where it was: elsewhere it is what it never was.
 * @param overAt when it is over by all clocks, by which it is forgotten, and until when it is asked for. Of who is back all that
 *   is kept is a moment, by which what had ended by the last answer counts as recorded
 */
export const isForgotten = (
  state: EmployeeState,
  kind: Kind,
  id: string,
  end: number | null,
  overAt = end,
): boolean => {
  const unread = state.unread[kind]?.ids[id]
  const before = unread === undefined ? state.forgottenBefore[kind] : unread.forgottenBefore
  const last = state.unaskedSince[kind] === null ? overAt : end
  if (end === null || last === null || before == null || last > epochMs(before)) return false
  return unread === undefined || end >= epochMs(unread.from) - margins[kind]
}

/**
 * Where the revisions of something seen for the first time start. What began before the
 * moment up to which things are forgotten may have been recorded long ago, and be back by a
 * correction; and of somebody who is back, whatever it is, because nothing else may be left of
 * what was recorded when they were here before: its events need ids that they never had.
 */
export const firstRevision = (
  { forgottenBefore, unaskedSince }: EmployeeState,
  kind: Kind,
  start: number | undefined,
  { now }: PollContext,
): number => {
  const before = forgottenBefore[kind]
  if (before === null) return 0
  const isOld = start !== undefined && start <= epochMs(before)
  return isOld || unaskedSince[kind] !== null ? now : 0
}
