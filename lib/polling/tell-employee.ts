import { forget, settle, tellStep } from '../attendance/apply.ts'
import { sameJson } from '../attendance/changes.ts'
import { diffEmployee } from '../attendance/diff.ts'
import type { Recording } from '../attendance/outbox.ts'
import type { Snapshot } from '../attendance/snapshot.ts'
import type { EmployeeState } from '../attendance/state.ts'
import type { Step } from '../attendance/steps.ts'
import { type DeliveryPorts, saveAndDeliver } from './deliver.ts'

/** What became of telling one employee's changes. */
export type Telling =
  /** All is told and saved, or nothing was to be told. */
  | 'told'
  /** Saved up to a point: SNS does not take more. The rest is told by a later poll. */
  | 'blocked'
  /** Another writer saved first; the next poll must cover what this one did. */
  | 'overtaken'
  /** Could not be saved, and is left behind. */
  | 'unsaved'

/**
 * So many events, or characters of them, are saved in one item at most: an item may have
 * 400 KB, and the rest of it is the employee's state.
 */
const outboxLimit = { events: 80, characters: 120_000 }

const isFull = ({ outbox }: EmployeeState): boolean =>
  outbox.length >= outboxLimit.events ||
  outbox.reduce((sum, { message }) => sum + message.length, 0) >= outboxLimit.characters

type Part = { state: EmployeeState; rest: Step[] }

/** As many steps as one item can take, and the steps that are left. */
const nextPart = (state: EmployeeState, steps: Step[], recording: Recording): Part => {
  let told = state
  for (const [index, step] of steps.entries()) {
    if (step.draft !== null && isFull(told)) return { state: told, rest: steps.slice(index) }
    told = tellStep(told, step, recording)
  }
  return { state: told, rest: [] }
}

/**
 * Tells everything that a snapshot shows to be new: state and events are saved together,
 * then published, in parts where there are many. A poll that finds nothing new writes nothing.
 * @param behindSince where the next window must start if not all can be told now
 */
export const tellEmployee = async (
  shardId: string,
  before: EmployeeState,
  snapshot: Snapshot,
  recording: Recording,
  behindSince: string,
  ports: DeliveryPorts,
): Promise<Telling> => {
  const { now, rules } = recording
  const { timeZone, steps } = diffEmployee(before, snapshot, now, rules)
  let part = nextPart({ ...before, timeZone }, steps, recording)
  if (part.rest.length > 0 && part.rest.length === steps.length && before.behindSince !== null)
    return 'blocked'
  for (let next = part.rest[0]; next !== undefined; next = part.rest[0]) {
    const partial = forget({ ...part.state, behindSince }, snapshot, rules, next.at)
    const delivered = await saveAndDeliver(shardId, partial, ports)
    if (delivered === null) return 'overtaken'
    if (isFull(delivered)) return 'blocked'
    part = nextPart(delivered, part.rest, recording)
  }
  const settled = settle(part.state, timeZone, now)
  if (sameJson(settled, before)) return 'told'
  const after = forget(settled, snapshot, rules)
  return (await saveAndDeliver(shardId, after, ports)) === null ? 'overtaken' : 'told'
}
