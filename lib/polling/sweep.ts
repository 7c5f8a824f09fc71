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

/** What one poll did. */
export type Pass = {
  /** Whom it was to ask, in order. */
  order: readonly string[]
  /** How many of them it asked, from the front. */
  asked: number
  now: string
  /** Whether it asked for absences. */
  absences: boolean
  /** Whether all whom it asked were told of, or remembered as left behind. */
  isAccountedFor: boolean
}

const begun = ({ order, now, absences }: Pass, next: string): Sweep => ({
  startedAt: now,
  absences,
  next,
  until: order[0] ?? next,
})

/**
 * How far a shard has come after a poll. A shard is polled through a moment once every
 * employee has been asked since: usually by one poll; where time runs out, by a sweep over
 * several. What a poll could not account for must be covered again, but holds up nobody else:
 * a new sweep begins where this poll ended.
 */
export const progressAfter = (shard: Shard, pass: Pass): Progress => {
  const { polledThrough, absencesReadAt, sweep } = shard
  const { order, asked, now, absences } = pass
  const next = order[asked]
  if (!pass.isAccountedFor) {
    const again = next === undefined ? null : { ...begun(pass, next), until: next }
    return { polledThrough, absencesReadAt, sweep: again }
  }
  if (next === undefined)
    return { polledThrough: now, absencesReadAt: absences ? now : absencesReadAt, sweep: null }
  if (sweep === null) return { polledThrough, absencesReadAt, sweep: begun(pass, next) }
  if (isLeft(next, sweep)) return { polledThrough, absencesReadAt, sweep: { ...sweep, next } }
  return {
    polledThrough: sweep.startedAt,
    absencesReadAt: sweep.absences ? sweep.startedAt : absencesReadAt,
    sweep: begun(pass, next),
  }
}
