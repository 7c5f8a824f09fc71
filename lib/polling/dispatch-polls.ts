import { type EpochMs, epochMs } from '../attendance/moments.ts'
import type { Shard, ShardStore } from '../store/shard-store.ts'

/** A request to poll a shard, as it travels through SQS. */
export type PollTick = { shardId: string; delaySeconds: number }

export type DispatchPorts = {
  shards: Pick<ShardStore, 'all'>
  /** Sends the ticks; rejects where any could not be sent. */
  send: (ticks: PollTick[]) => Promise<void>
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

const isDue = (shard: Shard, now: EpochMs, settings: DispatchSettings): boolean => {
  const elapsed = (now - epochMs(shard.polledThrough)) / 1_000
  const isEveryRun = settings.clockingsEverySeconds <= settings.dispatchEverySeconds
  return (
    isEveryRun ||
    shard.sweep !== null ||
    shard.absencesReadAt === null ||
    elapsed >= settings.clockingsEverySeconds - toleranceSeconds
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
}

/** Sends a tick for every shard that is due, spread over the interval's delays. */
export const dispatchPolls = async (
  ports: DispatchPorts,
  settings: DispatchSettings,
): Promise<DispatchReport> => {
  const now = ports.now()
  const shards = await ports.shards.all()
  const due = shards.filter((shard) => isDue(shard, now, settings))
  const ticks = due.flatMap(({ shardId }) =>
    delays(settings).map((delaySeconds) => ({ shardId, delaySeconds })),
  )
  await ports.send(ticks)
  const polledThrough = shards.map((shard) => shard.polledThrough).sort()[0] ?? null
  return { ticks: ticks.length, polledThrough }
}
