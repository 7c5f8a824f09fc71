import { second } from '../../lib/attendance/moments.ts'
import { waitingSince } from '../../lib/polling/dispatching/due.ts'
import type { ShardStore } from '../../lib/store/shard-store.ts'

/** How long the one has waited, in milliseconds, who has waited longest for being asked, at a moment. */
export type Age = { at: number; oldest: number }

/** How often it is looked at, in milliseconds. */
const every = 2 * second

/** Looks at the records of all shards, as the dispatcher does. */
export const watchFreshness = (shards: Pick<ShardStore, 'all'>) => {
  const ages: Age[] = []
  let isWhole = false
  const look = async (): Promise<void> => {
    const { shards: all } = await shards.all()
    const at = Date.now()
    ages.push({
      at,
      oldest: at - Math.min(...all.map(waitingSince)),
    })
    isWhole = all.every(({ absencesReadAt }) => absencesReadAt !== null)
  }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
  }, every)
  return {
    ages: (): readonly Age[] => ages,
    /** Whether everyone has been asked about, absences included. */
    isWhole: () => isWhole,
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await looking
    },
  }
}

/** The oldest that any shard was within some time. */
export const worst = (ages: readonly Age[], from: number, until: number): number =>
  Math.max(...ages.filter(({ at }) => at >= from && at < until).map(({ oldest }) => oldest))

/** Polls are never punctual to the second. */
const tolerance = 1.1

/**
 * From when on the oldest shard is no older than usual for good.
 * @param usual its age at most, before
 * @returns the moment in epoch milliseconds; the first, where it never was older
 */
export const backToUsual = (ages: readonly Age[], usual: number, from: number): number =>
  ages.findLast(({ at, oldest }) => at >= from && oldest > usual * tolerance)?.at ?? from
