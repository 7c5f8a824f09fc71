import { day, hour, minute, second } from '../../attendance/moments.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Failing } from '../../store/deliveries/destination-record.ts'

/** So long a destination may fail at one thing while it takes others, until that is put aside. */
const failsAtMost = 2 * hour
/** The pauses between its tries double, up to a quarter of an hour. */
const doublings = 9
const longestPause = 15 * minute
/** Nothing waits for longer: what is noted is of something that is no more. */
const notedFor = 15 * day
/** More than a few are no matter of single things. */
const mostNoted = 200

/** When it is time to try what failed once more: each time after as long again as it has failed for, and after a quarter of an hour at most. */
export const triedFrom = ({ since, tries, last = since }: Failing): number => {
  const doubled = second * 2 ** Math.min(tries, doublings)
  const planned = since + doubled + longestPause * Math.max(0, tries - doublings)
  return Math.min(planned, last + longestPause)
}

/** Whether something has failed for so long that it no longer holds up anything. */
export const hasFailedForLong = ({ since }: Failing, now: number): boolean =>
  now >= since + failsAtMost

/**
 * What a destination fails at, and since when, after a turn.
 * @param over what it took, or is not asked for again
 * @param turn whether the destination took anything, now or in its last turn: before it did, a try says nothing of what it failed at; and whether all of that counts
 *   as failing since now
 */
export const failingAfter = (
  known: Readonly<Record<string, Failing>>,
  failed: readonly string[],
  over: readonly string[],
  { isWell, isAnew }: { isWell: boolean; isAnew: boolean },
  now: number,
): Record<string, Failing> => {
  const ended = new Set(over)
  const again = failed.map((id): [string, Failing] => {
    const { since, tries } = known[id] ?? { since: now, tries: 0 }
    // Beside what is taken it fails since now, however long it failed while nothing was.
    const isFirst = isWell && tries === 0
    return [
      id,
      { since: isFirst ? now : since, tries: isWell || tries > 0 ? tries + 1 : 0, last: now },
    ]
  })
  const all = { ...known, ...Object.fromEntries(again) }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([id, { since }]) => !ended.has(id) && since > now - notedFor)
      .map(([id, each]): [string, Failing] => [
        id,
        isAnew ? { ...each, since: now, tries: 0 } : each,
      ])
      .slice(-mostNoted),
  )
}

/** What a destination fails at, with why some of it is to be put aside. */
export const withAsides = (
  failing: Readonly<Record<string, Failing>>,
  asides: ReadonlyMap<string, string>,
): Record<string, Failing> =>
  Object.fromEntries(
    Object.entries(failing).map(([id, each]): [string, Failing] => {
      const aside = asides.get(id)
      return [id, aside === undefined ? each : { ...each, aside }]
    }),
  )

/**
 * What a destination fails at, of what still waits: what was put aside may not have come to be noted, and of whoever was
 * forgotten nothing does.
 * @param read the ids of what was just read as waiting
 */
export const stillFailing = async (
  destination: string,
  failing: Readonly<Record<string, Failing>>,
  read: ReadonlySet<string>,
  deliveries: Pick<DeliveryStore, 'areWaiting'>,
): Promise<Record<string, Failing>> => {
  const still: Record<string, Failing> = {}
  for (const [id, each] of Object.entries(failing))
    if (read.has(id) || (await deliveries.areWaiting(destination, [id]))) still[id] = each
  return still
}
