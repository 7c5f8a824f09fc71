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
  /** Whether one more may be deleted with all their records, which is then counted. */
  mayBeDeleted: () => boolean
}

/** So many have a record of a kind missing at most, a spell's victim aside. */
const recordsAtOnce = 2

/**
 * So many are deleted in a run: of whom absences that had ended are gone counts for an hour with whoever else has something
 * missing.
 */
const mostDeleted = 2

/** People leave one at a time. */
const employeesAtOnce = 1

export const createVanishings = (): Vanishings => {
  const places = {
    clockings: pLimit(recordsAtOnce),
    absences: pLimit(recordsAtOnce),
    employees: pLimit(employeesAtOnce),
  }
  let deleted = 0
  return {
    vanish: (what, scene) => places[what](scene),
    isFree: (what) => {
      const { activeCount, pendingCount, concurrency } = places[what]
      return activeCount + pendingCount < concurrency
    },
    mayBeDeleted: () => ++deleted <= mostDeleted,
  }
}
