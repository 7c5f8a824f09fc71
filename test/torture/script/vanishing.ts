import pLimit from 'p-limit'

/** What can be missing of somebody. */
export type Vanishing = 'clockings' | 'absences' | 'employees'

/**
 * The places of those of whom something vanishes: not many at the same time, for where something
 * of five people of a shard is missing, or a fifth of the roster, none of it is believed.
 */
export type Vanishings = {
  /** Does what makes a record vanish, once there is a place. */
  vanish: <T>(what: Vanishing, scene: () => Promise<T>) => Promise<T>
  /** Whether there is a place at once. */
  isFree: (what: Vanishing) => boolean
}

/** So many have a record of a kind missing at most, a spell's victim aside. */
const recordsAtOnce = 3

/** People leave one at a time. */
const employeesAtOnce = 1

export const createVanishings = (): Vanishings => {
  const places = {
    clockings: pLimit(recordsAtOnce),
    absences: pLimit(recordsAtOnce),
    employees: pLimit(employeesAtOnce),
  }
  return {
    vanish: (what, scene) => places[what](scene),
    isFree: (what) => {
      const { activeCount, pendingCount, concurrency } = places[what]
      return activeCount + pendingCount < concurrency
    },
  }
}
