import { type EpochMs, epochMs } from '../attendance/moments.ts'
import type { EmployeeState } from '../attendance/state.ts'
import type { Shard } from '../store/shard-store.ts'
import type { Question } from './take-snapshot.ts'
import { pollWindow } from './window.ts'

/** How far back and how often is asked. */
export type AskingSettings = { lookbackHours: number; absencesEverySeconds: number }

/** Who is polled: everyone but leavers of whom nothing was open. */
export const isPolled = ({ expiresAt }: EmployeeState): boolean => expiresAt === null

/** Whether a poll of a shard asks for everyone's absences. */
export const areAbsencesDue = (
  { absencesReadAt, sweep }: Shard,
  now: EpochMs,
  { absencesEverySeconds }: AskingSettings,
): boolean =>
  sweep?.absences === true ||
  absencesReadAt === null ||
  now - epochMs(absencesReadAt) >= absencesEverySeconds * 1_000

const earliest = (...moments: (string | null)[]): EpochMs =>
  Math.min(...moments.filter((moment) => moment !== null).map(epochMs))

/**
 * What to ask about one employee: from when they were last polled, and of absences where they
 * are due, or where the employee is new or was left behind.
 */
export const questionFor = (
  state: EmployeeState,
  shard: Shard,
  now: EpochMs,
  absencesDue: boolean,
  settings: AskingSettings,
): Question => {
  const { behindSince, baselineAt, seen } = state
  const since = earliest(behindSince ?? shard.polledThrough, baselineAt)
  const absencesSince = earliest(
    behindSince ?? shard.absencesReadAt ?? shard.polledThrough,
    baselineAt,
  )
  return {
    now,
    window: pollWindow(now, since, settings.lookbackHours),
    absencesSince: absencesDue || !seen || behindSince !== null ? absencesSince : null,
  }
}

/** From when on an employee must be asked by the next poll if this one cannot tell all. */
export const behindFrom = ({ behindSince }: EmployeeState, shard: Shard): string => {
  if (behindSince !== null) return behindSince
  const { polledThrough, absencesReadAt } = shard
  return absencesReadAt !== null && epochMs(absencesReadAt) < epochMs(polledThrough)
    ? absencesReadAt
    : polledThrough
}
