import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { Shard } from '../../store/shard-record.ts'
import { isLeftOver } from '../asking/behind.ts'

/** How often the dispatcher runs, and how often it asks each shard to be polled. */
type Often = { clockingsEverySeconds: number; dispatchEverySeconds: number }

/** A schedule is never punctual to the second. */
const toleranceSeconds = 5

const leftOverSince = (shard: Shard): EpochMs[] =>
  Object.values(shard.behind.clockings)
    .filter((each) => isLeftOver(each, shard.polledThrough))
    .map(({ since }) => epochMs(since))

/** Whether a shard is to be polled now. */
export const isDue = (shard: Shard, now: EpochMs, often: Often): boolean => {
  const elapsed = (now - epochMs(shard.polledThrough)) / 1_000
  const isEveryRun = often.clockingsEverySeconds <= often.dispatchEverySeconds
  return (
    isEveryRun ||
    // Somebody who is well was left over: they are not to wait.
    leftOverSince(shard).length > 0 ||
    shard.absencesReadAt === null ||
    elapsed >= often.clockingsEverySeconds - toleranceSeconds ||
    // A moment in the future was set by a clock that was wrong.
    elapsed < -toleranceSeconds * 60
  )
}

/** Since when the one of a shard who is well has waited longest. */
export const waitingSince = (shard: Shard): EpochMs =>
  Math.min(epochMs(shard.polledThrough), ...leftOverSince(shard))
