import { type Answering, applyRest, applySnapshot } from '../../attendance/apply-snapshot.ts'
import type { Snapshot } from '../../attendance/snapshot.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { isFull, type SavingPorts, saveAndPublish } from './save-and-publish.ts'

/** What became of saving and publishing one employee's changes. */
export type SaveOutcome =
  /** All is recorded and saved, or nothing was to be. */
  | 'saved'
  /** Likewise, and no more is asked about this leaver, because the API does not answer. */
  | 'given up'
  /** Saved up to a point: SNS does not take more. The rest is recorded by a later poll. */
  | 'blocked'
  /** Another writer saved first; the next poll must cover what this one did. */
  | 'overtaken'
  /** Could not be saved, and is left behind. */
  | 'unsaved'

/**
 * Publishes everything that a snapshot shows to be new: state and events are saved together,
 * then published, in parts where there are many. A poll that finds nothing new writes nothing.
 */
export const publishChanges = async (
  shardId: string,
  before: EmployeeState,
  snapshot: Snapshot,
  answering: Answering,
  ports: SavingPorts,
): Promise<SaveOutcome> => {
  let applied = applySnapshot(before, snapshot, answering, isFull)
  while (applied.isChanged) {
    const saved = await saveAndPublish(shardId, applied.state, ports)
    if (saved === null) return 'overtaken'
    if (applied.rest.length === 0)
      return answering.givenUp !== null && saved.restSince !== null ? 'given up' : 'saved'
    applied = applyRest(saved, applied.rest, snapshot, answering, isFull)
  }
  return applied.rest.length > 0 ? 'blocked' : 'saved'
}
