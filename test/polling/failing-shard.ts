import { minute } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { ServerError, ThrottledError, type WorkforceError } from '../../lib/workforce/errors.ts'
import { aClocking, anId, aState } from '../harness/builders.ts'
import { memoryShard, pollTime } from '../harness/memory-shard.ts'

/** When the first poll of these tests is. */
export const now = '2026-11-18T18:00:00Z'
export const broken = () => new ServerError('clockings', 500)
export const slow = () => new ThrottledError('clockings', 429, 60_000)

/** So many people, each with one clocking that nobody was told of. */
export const aShardOf = (count: number) => {
  const ids = Array.from({ length: count }, (_, n) => anId(n + 1))
  return memoryShard(
    ids.map((employeeId) => aState({ employeeId, version: 0 })),
    ids.map((employeeId, n) => aClocking({ id: anId(n + 1, 1), employeeId })),
  )
}
type MemoryShard = Awaited<ReturnType<typeof aShardOf>>

/** An API that fails for some, in clockings and in absences. */
export const failing = (
  { ports: { api } }: MemoryShard,
  clockings: (id: string) => WorkforceError | null,
  absences: (id: string) => WorkforceError | null = () => null,
): PollPorts['api'] => ({
  listClockings: async function* (filters, call) {
    const error = clockings(filters.employeeId)
    if (error !== null) throw error
    yield* api.listClockings(filters, call)
  },
  listAbsences: async function* (filters, call) {
    const error = absences(filters.employeeId)
    if (error !== null) throw error
    yield* api.listAbsences(filters, call)
  },
})

/** The clocks of a poll so many minutes after the first. */
export const at = (minutes: number) => ({ now: () => pollTime + minutes * minute })

/** Who fails: the first so many. */
export const oneOf =
  (count: number, error: () => WorkforceError) =>
  (id: string): WorkforceError | null =>
    id <= anId(count) ? error() : null
