import { setTimeout as delay } from 'node:timers/promises'

/** How long a call may take, and who may end it early. */
export type CallOptions = {
  /** Epoch milliseconds: no attempt and no wait goes past it. */
  deadline?: number
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal
  /** Whether being throttled tells how the API does; false for whom it keeps failing. As a rule it does. */
  isTelling?: boolean
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
