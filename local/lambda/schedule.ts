/** Something that goes on until it is stopped. */
export type Running = {
  /** Begins nothing new. @returns when what was under way has ended */
  stop: () => Promise<void>
}

/** Timers cannot be trusted with less. */
const shortest = 10

/**
 * Does work at a fixed rate, the first time at once. A turn that comes while the one before
 * it still runs is left out.
 * @param interval in real milliseconds
 * @param onError told of work that failed; the schedule goes on
 */
export const startSchedule = (
  interval: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Running => {
  let current: Promise<void> | null = null
  const turn = () => {
    current ??= work()
      .then(() => undefined, onError)
      .finally(() => {
        current = null
      })
  }
  turn()
  const timer = setInterval(turn, Math.max(shortest, interval))
  return {
    stop: async () => {
      clearInterval(timer)
      await current
    },
  }
}
