import { setTimeout as delay } from 'node:timers/promises'

/** How long a call may take, and who may end it early. */
export type CallOptions = {
  /** Epoch milliseconds: no attempt and no wait goes past it. */
  deadline?: number
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Time and chance, as the client uses them; tests pass their own. */
export type Timing = {
  /** Epoch milliseconds. */
  now: () => number
  /** Waits for so many milliseconds, or rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to, not including, 1. */
  random: () => number
}

/** Node's timers fire at once when asked to wait for longer than 2³¹ − 1 ms. */
const longestTimer = 2 ** 30

const sleep: Timing['sleep'] = async (milliseconds, signal) => {
  const options = signal ? { signal } : {}
  for (let rest = milliseconds; rest > 0; rest -= longestTimer)
    await delay(Math.min(rest, longestTimer), undefined, options)
}

/** The machine's own clock and chance. */
export const realTiming: Timing = { now: Date.now, random: Math.random, sleep }

/** A call that ends with the earlier of its own signal and another one. */
export const alsoEndedBy = (signal: AbortSignal, call: CallOptions): CallOptions => ({
  ...call,
  signal: call.signal ? AbortSignal.any([signal, call.signal]) : signal,
})

const rejectionOn = (signal: AbortSignal, until: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: until })
  })

/**
 * Waits for a promise, but no longer than a call may take.
 * @param late makes the error to throw at the deadline
 * @throws the signal's reason, when it is aborted first
 */
export const withinCall = async <T>(
  promise: Promise<T>,
  { deadline, signal }: CallOptions,
  timing: Pick<Timing, 'now' | 'sleep'>,
  late: () => Error,
): Promise<T> => {
  const over = new AbortController()
  const atDeadline = async (moment: number): Promise<never> => {
    await timing.sleep(moment - timing.now(), over.signal)
    throw late()
  }
  const limits = [
    ...(deadline === undefined ? [] : [atDeadline(deadline)]),
    ...(signal ? [rejectionOn(signal, over.signal)] : []),
  ]
  try {
    return await Promise.race([promise, ...limits])
  } finally {
    over.abort()
  }
}
