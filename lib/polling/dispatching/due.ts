import { clocksDiffer, type EpochMs, epochMs, second } from '../../attendance/moments.ts'
import type { Shard } from '../../store/shard-record.ts'
import { isLeftOver } from '../asking/behind.ts'

/** How often the dispatcher runs, and how often it asks each shard to be polled. */
type Often = { clockingsEverySeconds: number; dispatchEverySeconds: number }

const leftOverSince = (shard: Shard): EpochMs[] =>
  Object.values(shard.behind.clockings)
    .filter((each) => isLeftOver(each, shard.polledThrough))
    .map(({ since }) => epochMs(since))

/**
 * From when on a shard is to be polled, before the dispatcher runs again: so long after its last poll began as the settings say, wherever
 * in a minute that was; null where that comes later.
 */
export const dueFrom = (shard: Shard, now: EpochMs, often: Often): EpochMs | null => {
  const last = epochMs(shard.polledThrough)
  const isEveryRun = often.clockingsEverySeconds <= often.dispatchEverySeconds
  const isDueNow =
    isEveryRun ||
    // Somebody who is well was left over: they are not to wait.
    leftOverSince(shard).length > 0 ||
    shard.absencesReadAt === null ||
    // A moment in the future was set by a clock that was wrong.
    now - last < -clocksDiffer
  if (isDueNow) return now
  const next = last + often.clockingsEverySeconds * second
  return next < now + often.dispatchEverySeconds * second ? Math.max(now, next) : null
}

/** Since when the one of a shard who is well has waited longest. */
export const waitingSince = (shard: Shard): EpochMs =>
  Math.min(epochMs(shard.polledThrough), ...leftOverSince(shard))
