import { type InTurn, maxEntries, timeLimit } from './topic.ts'

/** The clock of the machines, and how to wait by it for so many milliseconds. */
export type PaceTiming = { now: () => number; wait: (milliseconds: number) => Promise<void> }

/** Messages that count: until a moment, or until that is known, once they are answered. */
type Counted = { messages: number; until: number | null; answered: Promise<void> }

/** Quotas are messages a second. */
const second = 1_000
/** The last of the time is for answers: who is given up on is sent the same again. */
const forTurns = 0.9

/** Batches of one size, as large as a second's messages allow. */
const batchFor = (perSecond: number): number =>
  Math.floor(perSecond / Math.ceil(perSecond / maxEntries))

/**
 * A pace of which no second sees more than so many messages, wherever it begins: a message counts from its
 * sending until a second after its answer, since SNS may have seen it at any time between.
 * @param perSecond messages, a whole number above 0
 */
export const createPace = (perSecond: number, { now, wait }: PaceTiming) => {
  let counted: Counted[] = []
  let last: Promise<unknown> = Promise.resolve()

  /** Waits until there is room for some more. @returns whether that was before a moment */
  const roomFor = async (messages: number, deadline: number): Promise<boolean> => {
    while (now() < deadline) {
      // What would count for longer does so by a clock that was put back since.
      const isCounted = ({ until }: Counted) =>
        until === null || (until > now() && until <= now() + second)
      counted = counted.filter(isCounted)
      const busy = counted.reduce((sum, each) => sum + each.messages, 0)
      if (busy + messages <= perSecond) return true
      const next = Math.min(...counted.flatMap(({ until }) => until ?? []))
      if (next === Number.POSITIVE_INFINITY)
        await Promise.race(counted.map(({ answered }) => answered))
      else if (next >= deadline) return false
      else await wait(next - now())
    }
    return false
  }

  /** One after another, in the order in which they came. */
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }

  return {
    batch: batchFor(perSecond),
    inTurn: (within?: number): InTurn => {
      const deadline = within === undefined ? Number.POSITIVE_INFINITY : now() + within
      const lastTurn = within === undefined ? deadline : now() + within * forTurns
      return async (messages, send) => {
        const { promise: answered, resolve } = Promise.withResolvers<void>()
        const entry: Counted = { messages, until: null, answered }
        const hasTurn = await queued(async () => {
          const isFree = await roomFor(messages, lastTurn)
          if (isFree) counted.push(entry)
          return isFree
        })
        if (!hasTurn) return null
        try {
          return await send(timeLimit(deadline - now()))
        } finally {
          entry.until = now() + second
          resolve()
        }
      }
    },
    /** To be called where another publisher may have sent until now: its second is waited for. */
    begin: (): void => {
      const until = now() + second
      counted.push({ messages: perSecond, until, answered: Promise.resolve() })
    },
  }
}
