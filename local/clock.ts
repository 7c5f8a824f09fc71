/** What can be changed of a running clock; what is left out stays as it is. */
export type ClockChange = { now?: number; speed?: number }

/** A clock that can be set, and that may run faster or slower than the machine's. */
export type SettableClock = {
  /** The moment it shows, in whole milliseconds since the epoch. */
  now(): number
  /** Seconds that it passes in one real second; 0 stands still. */
  readonly speed: number
  /** Sets the moment, the speed, or both, from now on. */
  set(change: ClockChange): void
}

/**
 * Starts a clock.
 * @param start the moment it shows first, epoch milliseconds (default: the real one), and its
 *   speed (default 1)
 * @param realNow the clock it is driven by, epoch milliseconds
 */
export const createClock = (
  start: ClockChange = {},
  realNow: () => number = () => Date.now(),
): SettableClock => {
  let since = realNow()
  let base = start.now ?? since
  let speed = start.speed ?? 1
  const now = () => Math.floor(base + (realNow() - since) * speed)
  return {
    now,
    get speed() {
      return speed
    },
    set(change) {
      base = change.now ?? now()
      since = realNow()
      speed = change.speed ?? speed
    },
  }
}
