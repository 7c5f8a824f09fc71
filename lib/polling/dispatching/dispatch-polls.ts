import { type EpochMs, epochMs, utc } from '../../attendance/moments.ts'
import type { Shard } from '../../store/shard-record.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import { isLeftOver } from '../asking/behind.ts'
import type { DelayedTick } from './tick.ts'

export type DispatchPorts = {
  shards: Pick<ShardStore, 'all' | 'acceptLoss'>
  /** Sends the ticks; rejects where any could not be sent. */
  send: (ticks: DelayedTick[]) => Promise<void>
  now: () => EpochMs
}

export type DispatchSettings = {
  /** How often each shard is polled. */
  clockingsEverySeconds: number
  /** How often the dispatcher runs. */
  dispatchEverySeconds: number
}

/** A schedule is never punctual to the second. */
const toleranceSeconds = 5

/** Whether a poll left somebody over who is well: they are not to wait. */
const isAnybodyLeftOver = ({ behind }: Shard): boolean =>
  Object.values(behind.clockings).some(isLeftOver)

const isDue = (shard: Shard, now: EpochMs, settings: DispatchSettings): boolean => {
  const elapsed = (now - epochMs(shard.polledThrough)) / 1_000
  const isEveryRun = settings.clockingsEverySeconds <= settings.dispatchEverySeconds
  return (
    isEveryRun ||
    isAnybodyLeftOver(shard) ||
    shard.absencesReadAt === null ||
    elapsed >= settings.clockingsEverySeconds - toleranceSeconds ||
    // A moment in the future was set by a clock that was wrong.
    elapsed < -toleranceSeconds * 60
  )
}

/**
 * The delays, in seconds, at which a shard is polled until the dispatcher runs again: one
 * poll now, and where polls come faster than the dispatcher, more of them spread evenly.
 */
const delays = ({ clockingsEverySeconds, dispatchEverySeconds }: DispatchSettings): number[] => {
  const polls = Math.max(1, Math.floor(dispatchEverySeconds / clockingsEverySeconds))
  return Array.from({ length: polls }, (_, n) => Math.round(n * clockingsEverySeconds))
}

export type DispatchReport = {
  ticks: number
  /** Everyone has been polled at or after this moment, UTC; null where there is no shard. */
  polledThrough: string | null
  /** The ids of shards whose record cannot be read. */
  unreadable: string[]
  /** The ids of shards whose loss was accepted. */
  accepted: string[]
}

/** Which shards' losses an operator says to be true: all, or those with some ids. */
export type AcceptedLoss = boolean | readonly string[]

/**
 * Sends a tick for every shard that is due, spread over the interval's delays. One whose record
 * cannot be read is left out, and holds up no other.
 * @param acceptLoss an operator's word that what is missing by now is gone
 */
export const dispatchPolls = async (
  ports: DispatchPorts,
  settings: DispatchSettings,
  acceptLoss: AcceptedLoss = false,
): Promise<DispatchReport> => {
  const now = ports.now()
  const { shards, unreadable } = await ports.shards.all()
  const isMeant = ({ shardId }: Shard): boolean =>
    typeof acceptLoss === 'boolean' ? acceptLoss : acceptLoss.includes(shardId)
  const accepted = shards.filter(isMeant).map(({ shardId }) => shardId)
  for (const shardId of accepted) await ports.shards.acceptLoss(shardId, utc(now))
  const due = shards.filter((shard) => isDue(shard, now, settings))
  const ticks = due.flatMap(({ shardId }) =>
    delays(settings).map((delaySeconds) => ({ shardId, delaySeconds })),
  )
  await ports.send(ticks)
  const polledThrough = shards.map((shard) => shard.polledThrough).sort()[0] ?? null
  return { ticks: ticks.length, polledThrough, unreadable, accepted }
}
