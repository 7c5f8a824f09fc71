import { expect, test } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { DeadlineError } from '../../lib/workforce/errors.ts'
import { aClocking, anId, aState, aTrackedClocking } from '../harness/builders.ts'
import { machineTime, memoryShard, pollTime } from '../harness/memory-shard.ts'

test('one whose clocking takes all the time to look for holds up the removal of nobody else’s', async () => {
  const people = Array.from({ length: 20 }, (_, n) => n + 1)
  const clockingOf = (n: number) => aClocking({ id: anId(n, 1), employeeId: anId(n) })
  const states = people.map((n) =>
    aState({
      employeeId: anId(n),
      version: 0,
      clockings: { [anId(n, 1)]: aTrackedClocking(clockingOf(n)) },
    }),
  )
  const shard = await memoryShard(states, people.slice(4).map(clockingOf))
  let time = machineTime
  const listClockings: PollPorts['api']['listClockings'] = async function* (filters, call) {
    const isSlow = filters.employeeId === anId(1) && (filters.from ?? '') < '2026-11-16'
    if (isSlow) {
      time = Math.max(time, call?.deadline ?? time)
      throw new DeadlineError('clockings')
    }
    yield* shard.ports.api.listClockings(filters, call)
  }
  const api = { ...shard.ports.api, listClockings }
  for (let n = 0; n < 40; n++) {
    time = machineTime
    const now = pollTime + n * 5 * minute
    await shard.poll({}, { api, now: () => now, machineNow: () => time })
  }
  expect(shard.published).toEqual(Array.from({ length: 3 }, () => 'attendance.clocking-removed'))
})
