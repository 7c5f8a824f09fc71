import type { CallOptions, Timing } from './waiting.ts'

/** A turn that came, or one that cannot come before the deadline and whether a pause is why. */
type Turn = { granted: true } | { granted: false; pausedForMilliseconds: number | null }

/** Hands out turns, first come first served. */
export type RateLimiter = {
  /**
   * Waits for a turn. Refuses at once where the turn would come after the deadline.
   * @throws the signal's reason, when it is aborted while waiting
   */
  take: (call?: CallOptions) => Promise<Turn>
  /** Gives no turn before a moment, in epoch milliseconds. Never shortens a pause. */
  pauseUntil: (moment: number) => void
}

type Waiter = { deadline: number; settle: (turn: Turn) => void }

/**
 * A token bucket: in any stretch of `t` seconds at most `burst + t × requestsPerSecond` turns.
 * @param requestsPerSecond above 0, fractions allowed
 * @param timing the clock, and how to wait
 * @param burst turns that may come at once, 1 or more; the default is a twentieth of a second's
 */
export const createRateLimiter = (
  requestsPerSecond: number,
  timing: Pick<Timing, 'now' | 'sleep'>,
  burst: number = Math.max(1, Math.floor(requestsPerSecond / 20)),
): RateLimiter => {
  const interval = 1000 / requestsPerSecond
  let waiting: Waiter[] = []
  /** When the bucket is full again; each turn moves it on by one interval. */
  let fullAt = 0
  let pausedUntil = 0
  let running = false
  let sleeper = new AbortController()

  /** Even an empty bucket is full again by then: what is later was noted by a clock that was put back since. */
  const believeTheClock = (): void => {
    fullAt = Math.min(fullAt, timing.now() + burst * interval)
  }

  /** When the waiter at a place of the queue gets its turn, unless something changes. */
  const turnAt = (place: number): number => {
    const earliest = Math.max(timing.now(), pausedUntil)
    return Math.max(earliest, Math.max(fullAt, earliest) + (place - burst + 1) * interval)
  }

  const refusal = (): Turn => {
    const pause = pausedUntil - timing.now()
    return { granted: false, pausedForMilliseconds: pause > 0 ? pause : null }
  }

  const leave = (waiter: Waiter): void => {
    waiting = waiting.filter((other) => other !== waiter)
    // A sleep that nobody waits for would keep the process alive.
    if (waiting.length === 0) sleeper.abort()
  }

  const spend = (): void => {
    fullAt = Math.max(fullAt, timing.now()) + interval
  }

  const run = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      believeTheClock()
      const wait = turnAt(0) - timing.now()
      const [next] = waiting
      if (next !== undefined && wait <= 0) {
        waiting.shift()
        // A timer may fire late.
        const isLate = timing.now() > next.deadline
        if (!isLate) spend()
        next.settle(isLate ? refusal() : { granted: true })
      } else {
        sleeper = new AbortController()
        // Aborted means that the queue changed: look again.
        await timing.sleep(Math.ceil(wait), sleeper.signal).catch(() => undefined)
      }
    }
    running = false
  }

  return {
    take: async ({ deadline = Number.POSITIVE_INFINITY, signal } = {}) => {
      signal?.throwIfAborted()
      believeTheClock()
      const turn = turnAt(waiting.length)
      if (turn > deadline) return refusal()
      if (waiting.length === 0 && turn <= timing.now()) {
        spend()
        return { granted: true }
      }
      return new Promise<Turn>((resolve, reject) => {
        const aborted = (): void => {
          leave(waiter)
          reject(signal?.reason)
        }
        const waiter: Waiter = {
          deadline,
          settle: (turn) => {
            signal?.removeEventListener('abort', aborted)
            resolve(turn)
          },
        }
        signal?.addEventListener('abort', aborted, { once: true })
        waiting.push(waiter)
        if (!running) void run()
      })
    },
    pauseUntil: (moment) => {
      if (moment <= pausedUntil) return
      pausedUntil = moment
      const late = waiting.filter((waiter, place) => turnAt(place) > waiter.deadline)
      waiting = waiting.filter((waiter) => !late.includes(waiter))
      for (const waiter of late) waiter.settle(refusal())
      if (late.length > 0 && waiting.length === 0) sleeper.abort()
    },
  }
}

/** Whom a request concerns: an employee's id, or the operation; null for everyone. */
export type Subject = string | null

/** Throttling is common where so many of the subjects that were answered last are throttled. */
const leastThrottled = 3
const lastSubjects = 10

type Outcome = { subject: Subject; isThrottled: boolean }

/** Distinguishes the throttling of one subject's requests from that of everyone's. */
export type Throttling = {
  /**
   * Notes an answer.
   * @returns whether throttling is common now
   */
  note: (outcome: Outcome) => boolean
}

/**
 * A throttled request that concerns everyone, such as that for a token, is common by itself. Of
 * one subject's attempts, pages and ranges the last counts: it may be the only one refused.
 */
export const createThrottling = (): Throttling => {
  let latest: Outcome[] = []
  return {
    note: (outcome) => {
      if (outcome.subject === null) return outcome.isThrottled
      const others = latest.filter(({ subject }) => subject !== outcome.subject)
      latest = [...others, outcome].slice(-lastSubjects)
      return latest.filter(({ isThrottled }) => isThrottled).length >= leastThrottled
    },
  }
}
