import pLimit from 'p-limit'
import { type DeliveryPorts, saveAndDeliver } from './deliver.ts'
import type { Placed } from './membership.ts'
import type { UnsavedState } from './poll-report.ts'

/** How many employees are saved at once. */
const savingConcurrency = 16

/**
 * Saves what a roster changed, and publishes. Who cannot be saved holds up nobody else, unless it
 * is the first roster: whoever is not saved then would be taken for somebody who came later.
 * @throws what saving throws, where nobody can be saved, or somebody of the first roster
 */
export const savePlaced = async (
  placed: readonly Placed[],
  delivery: DeliveryPorts,
  isFirst: boolean,
): Promise<{ overtaken: number; unsaved: UnsavedState[] }> => {
  const unsaved: UnsavedState[] = []
  let last: unknown
  const saved = await pLimit(savingConcurrency).map(placed, async ({ shardId, state }) => {
    try {
      return (await saveAndDeliver(shardId, state, delivery)) !== null
    } catch (error) {
      if (isFirst) throw error
      last = error
      const problem = error instanceof Error ? error.name : 'unknown'
      unsaved.push({ employeeId: state.employeeId, problem })
      return true
    }
  })
  // Where nobody can be saved it is the table that fails.
  if (placed.length > 0 && unsaved.length === placed.length) throw last
  return { overtaken: saved.filter((isDone) => !isDone).length, unsaved }
}
