import { applySteps } from '../attendance/apply.ts'
import {
  type Answering,
  beginApplying,
  savedInPart,
  settledAfter,
} from '../attendance/apply-snapshot.ts'
import { sameJson } from '../attendance/changes.ts'
import type { Snapshot } from '../attendance/snapshot.ts'
import type { EmployeeState } from '../attendance/state.ts'
import { isFull } from './room.ts'
import { type SavingPorts, saveAndPublish } from './save-and-publish.ts'

/** What became of telling one employee's changes. */
export type SaveOutcome =
  /** All is told and saved, or nothing was to be told. */
  | 'told'
  /** Likewise, and no more is asked about this leaver, because the API does not answer. */
  | 'given up'
  /** Saved up to a point: SNS does not take more. The rest is told by a later poll. */
  | 'blocked'
  /** Another writer saved first; the next poll must cover what this one did. */
  | 'overtaken'
  /** Could not be saved, and is left behind. */
  | 'unsaved'

/**
 * Tells everything that a snapshot shows to be new: state and events are saved together,
 * then published, in parts where there are many. A poll that finds nothing new writes nothing.
 */
export const publishChanges = async (
  shardId: string,
  before: EmployeeState,
  snapshot: Snapshot,
  answering: Answering,
  ports: SavingPorts,
): Promise<SaveOutcome> => {
  const begun = beginApplying(before, snapshot, answering, isFull)
  if (begun.rest.length > 0 && begun.rest.length === begun.steps.length) return 'blocked'
  let part: Pick<typeof begun, 'state' | 'rest'> = begun
  while (part.rest.length > 0) {
    const partial = savedInPart(part.state, snapshot, answering, part.rest)
    const delivered = await saveAndPublish(shardId, partial, ports)
    if (delivered === null) return 'overtaken'
    if (isFull(delivered)) return 'blocked'
    part = applySteps(delivered, part.rest, answering, isFull)
  }
  const { settled, toSave } = settledAfter(part.state, snapshot, answering)
  if (sameJson(settled, before)) return 'told'
  if ((await saveAndPublish(shardId, toSave, ports)) === null) return 'overtaken'
  return answering.givenUp !== null && toSave.restSince !== null ? 'given up' : 'told'
}
