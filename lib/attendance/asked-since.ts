import { epochMs, utc } from './moments.ts'
import { type Resting, restedSince } from './resting.ts'
import type { EmployeeState, Kind } from './state/state.ts'

/** As much of a shard's record as says since when its people have been asked. Moments are UTC date-times. */
export type AskedThrough = {
  polledThrough: string
  absencesReadAt: string | null
  behind: Record<Kind, Readonly<Record<string, { since: string }>>>
  resting?: Resting | undefined
}

/**
 * Since when everybody who is not behind has been asked, UTC.
 * @param employeeId of whom it is to be told; of anybody, where it is left out
 */
export const shardSince = (
  { polledThrough, absencesReadAt, resting }: AskedThrough,
  kind: Kind,
  employeeId?: string,
): string =>
  kind === 'absences' && absencesReadAt !== null
    ? absencesReadAt
    : resting === undefined
      ? polledThrough
      : utc(restedSince(epochMs(polledThrough), resting, employeeId))

/**
 * When an employee was asked for their last complete answer, or earlier, UTC: their own moment
 * where they are behind or have never been asked (the earlier, where both), else that of the shard.
 */
export const sinceOf = (
  { employeeId, unaskedSince }: Pick<EmployeeState, 'employeeId' | 'unaskedSince'>,
  shard: AskedThrough,
  kind: Kind,
): string =>
  earlier(shard.behind[kind][employeeId]?.since ?? null, unaskedSince[kind]) ??
  shardSince(shard, kind, employeeId)

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : epochMs(a) < epochMs(b) ? a : b
