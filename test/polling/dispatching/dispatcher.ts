import { expect } from 'vitest'
import { epochMs } from '../../../lib/attendance/moments.ts'
import {
  type DispatchSettings,
  dispatchPolls,
} from '../../../lib/polling/dispatching/dispatch-polls.ts'
import type { DelayedTick } from '../../../lib/polling/dispatching/tick.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { dispatching } from '../../harness/dispatching.ts'
import { atOnce } from '../../harness/memory-shard.ts'
import { aShard as aShardRecord } from '../../harness/shards.ts'
import { createBudgetRecord, memoryBudgetStore } from '../../simulation/ports/budget-record.ts'

/** A shard that was polled a minute ago. */
export const aShard = (overrides: Partial<Shard> = {}): Shard =>
  aShardRecord({
    polledThrough: '2026-11-20T11:59:00Z',
    absencesReadAt: '2026-11-20T11:59:00Z',
    ...overrides,
  })

/** The store of these shards, and of some that cannot be read. */
const storeOf = (shards: Shard[], unreadable: string[] = []) => {
  const accepted: [string, string][] = []
  return {
    accepted,
    all: async () => ({ shards, unreadable }),
    acceptLoss: async (shardId: string, at: string) => {
      accepted.push([shardId, at])
    },
  }
}

/** By the clock of the machines. */
export const machineTime = 7_000_000

/** What a dispatcher reaches, and the ticks that it sends. */
export const portsWith = (shards: Shard[], unreadable: string[] = []) => {
  const sent: DelayedTick[] = []
  return {
    sent,
    shards: storeOf(shards, unreadable),
    budget: memoryBudgetStore(createBudgetRecord(), atOnce),
    send: async (ticks: DelayedTick[]) => {
      sent.push(...ticks)
    },
    now: () => epochMs('2026-11-20T12:00:00Z'),
    machineNow: () => machineTime,
  }
}

/** The ticks that are sent for some shards, each with its delay in seconds. */
export const dispatched = async (
  shards: Shard[],
  clockingsEverySeconds: number,
  overrides: Partial<DispatchSettings> = {},
) => {
  const ports = portsWith(shards)
  const settings = dispatching({ clockingsEverySeconds, ...overrides })
  const { ticks } = await dispatchPolls(ports, settings)
  expect(ticks).toBe(ports.sent.length)
  return ports.sent.map(({ shardId, delaySeconds }) => `${shardId}+${delaySeconds}`)
}
