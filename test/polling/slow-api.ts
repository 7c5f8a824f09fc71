import type { PollPorts } from '../../lib/polling/poll.ts'
import { DeadlineError } from '../../lib/workforce/errors.ts'
import { machineTime } from '../harness/memory-shard.ts'
import { type aShardOf, at } from './failing-shard.ts'

type MemoryShard = Awaited<ReturnType<typeof aShardOf>>

/** Each call for clockings takes so many milliseconds, and none runs past its deadline. */
export const taking = (shard: MemoryShard, takes: (id: string) => number) => {
  let time = machineTime
  const listClockings: PollPorts['api']['listClockings'] = async function* (filters, call) {
    const end = time + takes(filters.employeeId)
    const deadline = call?.deadline ?? Number.POSITIVE_INFINITY
    time = Math.min(end, deadline)
    if (end > deadline) throw new DeadlineError('clockings')
    yield* shard.ports.api.listClockings(filters, call)
  }
  const begin = (minutes: number): Partial<PollPorts> => {
    time = machineTime
    return {
      ...at(minutes),
      machineNow: () => time,
      api: { ...shard.ports.api, listClockings },
    }
  }
  return { begin }
}
