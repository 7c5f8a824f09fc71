import { type EpochMs, utc } from '../../attendance/moments.ts'
import { pollEverySeconds, type QuietHours } from '../../attendance/quiet-hours.ts'
import type { BudgetStore, Slot } from '../../store/budget-store.ts'
import type { Shard } from '../../store/shard-record.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import { type Plan, type PlanSettings, planPolls } from './plan-polls.ts'
import type { DelayedTick } from './tick.ts'

export type DispatchPorts = {
  shards: Pick<ShardStore, 'all' | 'acceptLoss'>
  budget: BudgetStore
  /** Sends the ticks; rejects where any could not be sent. */
  send: (ticks: DelayedTick[]) => Promise<void>
  /** The clock of everything that is published. */
  now: () => EpochMs
  /** The clock of the machines, which slots go by. */
  machineNow: () => EpochMs
}

export type DispatchSettings = PlanSettings & {
  /** When shards are polled more rarely. */
  quietHours?: QuietHours | undefined
  /** Seconds that the clock of what is published passes in one of the machines'; 1 where left out. */
  speed?: number
}

export type DispatchReport = {
  ticks: number
  /** Everyone has been polled at or after this moment, UTC; null where there is no shard. */
  polledThrough: string | null
  /** The ids of shards whose record cannot be read. */
  unreadable: string[]
  /** The ids of shards whose loss was accepted. */
  accepted: string[]
} & Omit<Plan, 'slots'>

/** Which shards' losses an operator says to be true: all, or those with some ids. */
export type AcceptedLoss = boolean | readonly string[]

/** SQS holds a tick back for whole seconds: the rest of its time it waits where it is polled. */
const tickOf = ({ shardId, ...slot }: Slot, machineNow: EpochMs): DelayedTick => ({
  shardId,
  slot,
  delaySeconds: Math.max(0, Math.floor((slot.from - machineNow) / 1_000)),
})

/**
 * Plans the polls of every shard that is due, and sends each its tick. The plan is written down before,
 * so that no other gives the same requests away. A shard whose record cannot be read is left out, and
 * holds up no other.
 * @param acceptLoss an operator's word that what is missing by now is gone
 */
export const dispatchPolls = async (
  ports: DispatchPorts,
  { speed = 1, quietHours, ...usual }: DispatchSettings,
  acceptLoss: AcceptedLoss = false,
): Promise<DispatchReport> => {
  const now = ports.now()
  const machineNow = ports.machineNow()
  const clockingsEverySeconds = pollEverySeconds(usual.clockingsEverySeconds, quietHours, now)
  const settings = { ...usual, clockingsEverySeconds }
  const { shards, unreadable } = await ports.shards.all()
  const isMeant = ({ shardId }: Shard): boolean =>
    typeof acceptLoss === 'boolean' ? acceptLoss : acceptLoss.includes(shardId)
  const accepted = shards.filter(isMeant).map(({ shardId }) => shardId)
  for (const shardId of accepted) await ports.shards.acceptLoss(shardId, utc(now))
  const { slots, ...figures } = await ports.budget.change((budget) =>
    planPolls(shards, budget, { now, machineNow, speed }, settings),
  )
  await ports.send(slots.map((slot) => tickOf(slot, machineNow)))
  const polledThrough = shards.map((shard) => shard.polledThrough).sort()[0] ?? null
  return { ticks: slots.length, polledThrough, unreadable, accepted, ...figures }
}
