import { hour } from '../attendance/moments.ts'

/** So many events are remembered: a few megabytes. */
const mostRemembered = 50_000
/** Somebody else has seen to an event that has not come again for so long. */
const forgottenAfter = hour

/** How far an event has come: the first publisher took it, or the second as well. */
export type Taken = 'by the first' | 'by both'

/** What a process remembers of how far events have come, by their ids. */
export type TakenEvents = {
  /** How far it has come, as far as is known; asking shows that it still comes. */
  of: (id: string) => Taken | null
  note: (ids: Iterable<string>, taken: Taken) => void
}

/**
 * A memory of bounded size. Where it is full, what both took makes room, since it comes again only where that could not be
 * saved; else what waits stays known, and the newest is not remembered: of what keeps coming, at least so much is
 * published once.
 * @param now a clock, in milliseconds
 */
export const createTakenEvents = (now: () => number, most = mostRemembered): TakenEvents => {
  /** When each was seen, the least recent first. */
  const waiting = new Map<string, number>()
  const delivered = new Map<string, number>()
  const find = (id: string): Taken | null => {
    if (waiting.has(id)) return 'by the first'
    return delivered.has(id) ? 'by both' : null
  }
  const remember = (id: string, taken: Taken): void => {
    waiting.delete(id)
    delivered.delete(id)
    const seen = taken === 'by both' ? delivered : waiting
    seen.set(id, now())
  }
  const hasRoom = (): boolean => {
    if (waiting.size + delivered.size < most) return true
    const [oldest] = waiting
    if (oldest !== undefined && Math.abs(now() - oldest[1]) >= forgottenAfter)
      return waiting.delete(oldest[0])
    const [first] = delivered.keys()
    return first !== undefined && delivered.delete(first)
  }
  return {
    of: (id) => {
      const taken = find(id)
      if (taken !== null) remember(id, taken)
      return taken
    },
    note: (ids, taken) => {
      for (const id of ids) if (find(id) !== null || hasRoom()) remember(id, taken)
    },
  }
}
