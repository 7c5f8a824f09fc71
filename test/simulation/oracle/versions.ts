import type { Observed } from '../system/observed.ts'
import type { EpochMs } from './moments.ts'

export const employeeRecord = (employeeId: string): string => `employee ${employeeId}`

/** The records that a roster goes by, of one person. */
export const recordsOf = (employeeId: string): string[] => [
  employeeRecord(employeeId),
  `former employee ${employeeId}`,
]

export const shardRecord = (shardId: string): string => `shard ${shardId}`
export const rosterRecord = 'roster roster'

/**
 * Whether a process could read some records all the while, as far as that is a matter of which
 * version of the code wrote them last, and which it runs itself.
 * @param records by kind and id, such as `employee <id>`
 */
export const couldRead = (
  { versions }: Observed,
  process: string,
  records: readonly string[],
  { from, to }: { from: EpochMs; to: EpochMs },
): boolean =>
  versions.later.has(process) ||
  !versions.ahead.some(
    (each) => records.includes(each.record) && each.from <= to && each.to >= from,
  )
