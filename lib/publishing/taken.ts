import { hour } from '../attendance/moments.ts'

/** So many events are remembered: a few megabytes. */
const mostRemembered = 50_000
/** Somebody else has seen to an event that has not come again for so long. */
const forgottenAfter = hour

/** How far an event has come: the first publisher took it, or the second as well. */
export type Taken = 'by the first' | 'by both'

/** What a process remembers of how far events have come, by what tells them apart. */
export type TakenEvents = {
  /** How far it has come, as far as is known; asking shows that it still comes. */
  of: (key: string) => Taken | null
  note: (keys: Iterable<string>, taken: Taken) => void
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
  const find = (key: string): Taken | null => {
    if (waiting.has(key)) return 'by the first'
    return delivered.has(key) ? 'by both' : null
  }
  const remember = (key: string, taken: Taken): void => {
    waiting.delete(key)
    delivered.delete(key)
    const seen = taken === 'by both' ? delivered : waiting
    seen.set(key, now())
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
    of: (key) => {
      const taken = find(key)
      if (taken !== null) remember(key, taken)
      return taken
    },
    note: (keys, taken) => {
      for (const key of keys) if (find(key) !== null || hasRoom()) remember(key, taken)
    },
  }
}
