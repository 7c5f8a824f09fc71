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
 * A memory of bounded size. Where it is full, what is known stays known, and the newest are not remembered: of
 * those that keep coming, at least so many are published once.
 * @param now a clock, in milliseconds
 */
export const createTakenEvents = (now: () => number, most = mostRemembered): TakenEvents => {
  const known = new Map<string, { taken: Taken; seenAt: number }>()
  const remember = (id: string, taken: Taken): void => {
    // The least recently seen is the first.
    known.delete(id)
    known.set(id, { taken, seenAt: now() })
  }
  const hasRoom = (): boolean => {
    const [oldest] = known
    if (known.size < most || oldest === undefined) return true
    const [id, { seenAt }] = oldest
    if (Math.abs(now() - seenAt) < forgottenAfter) return false
    return known.delete(id)
  }
  return {
    of: (id) => {
      const found = known.get(id)
      if (found === undefined) return null
      remember(id, found.taken)
      return found.taken
    },
    note: (ids, taken) => {
      for (const id of ids) if (known.has(id) || hasRoom()) remember(id, taken)
    },
  }
}
