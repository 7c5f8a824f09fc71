import type { Progress, Shard, Sweep } from '../store/shard-store.ts'

/**
 * The order in which a poll asks: by id, beginning with those whom the last poll left over.
 * @param ids in order
 */
export const inTurn = (ids: readonly string[], sweep: Sweep | null): string[] => {
  if (sweep === null) return [...ids]
  const first = ids.findIndex((id) => id >= sweep.next)
  return first < 1 ? [...ids] : [...ids.slice(first), ...ids.slice(0, first)]
}

/** Whether an id is still to be polled in a sweep: cyclically from `next` up to `until`. */
const isLeft = (id: string, { next, until }: Sweep): boolean =>
  next < until ? id >= next && id < until : id >= next || id < until

/**
 * How far a shard has come after a poll that asked the first `asked` of `order` at `now`.
 * A shard is polled through a moment once every employee has been asked since: usually by
 * one poll; where time runs out, by a sweep over several.
 * @param absences whether this poll asked for absences
 */
export const progressAfter = (
  shard: Shard,
  order: readonly string[],
  asked: number,
  now: string,
  absences: boolean,
): Progress => {
  const { polledThrough, absencesReadAt, sweep } = shard
  const next = order[asked]
  if (next === undefined)
    return { polledThrough: now, absencesReadAt: absences ? now : absencesReadAt, sweep: null }
  if (sweep === null)
    return {
      polledThrough,
      absencesReadAt,
      sweep: { startedAt: now, absences, next, until: order[0] ?? next },
    }
  if (isLeft(next, sweep)) return { polledThrough, absencesReadAt, sweep: { ...sweep, next } }
  return {
    polledThrough: sweep.startedAt,
    absencesReadAt: sweep.absences ? sweep.startedAt : absencesReadAt,
    sweep: { startedAt: now, absences, next, until: order[0] ?? next },
  }
}
