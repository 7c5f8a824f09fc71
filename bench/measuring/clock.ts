/** A clock that runs as the machine's does, and can be set forward. */
export type SetClock = { now: () => number; setForward: (moment: number) => void }

/** @param start where the clock begins, in epoch milliseconds */
export const createSetClock = (start: number): SetClock => {
  let ahead = start - Date.now()
  const now = () => Date.now() + ahead
  return {
    now,
    setForward: (moment) => {
      ahead += Math.max(0, moment - now())
    },
  }
}
