import pLimit from 'p-limit'

/** What can be missing of somebody. */
export type Vanishing = 'clockings' | 'absences' | 'employees'

/**
 * Does what makes a record vanish, once not too many others do at the same time: where something
 * of five people of a shard is missing, none of it is believed.
 */
export type Vanish = <T>(what: Vanishing, scene: () => Promise<T>) => Promise<T>

/** So many have a record of a kind missing at most, a spell's victim aside. */
const recordsAtOnce = 3

/** A roster that loses more than a fifth is not believed: people leave one at a time. */
const employeesAtOnce = 1

export const createVanish = (): Vanish => {
  const places = {
    clockings: pLimit(recordsAtOnce),
    absences: pLimit(recordsAtOnce),
    employees: pLimit(employeesAtOnce),
  }
  return (what, scene) => places[what](scene)
}
