import { type After, tellSteps } from '../attendance/apply.ts'
import { sameJson } from '../attendance/changes.ts'
import { diffEmployee } from '../attendance/diff.ts'
import { forget } from '../attendance/forget.ts'
import { keptSmall } from '../attendance/keep-small.ts'
import type { EpochMs } from '../attendance/moments.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import { settle } from '../attendance/settle.ts'
import { itemBytes } from '../attendance/size.ts'
import type { Removal, Snapshot } from '../attendance/snapshot.ts'
import type { EmployeeState } from '../attendance/state.ts'
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

/** What one employee's changes are told from, beside what was known and what is shown. */
export type Told = {
  /** When the employee was asked, and when the answer had come. */
  asked: EpochMs
  now: EpochMs
  after: After
  rules: AttendanceRules
  removal: Removal
  lookbackHours: number
}

/**
 * So many events, or bytes of them, are saved in one item at most: an item may have 400 KB, and
 * the rest of it is the employee's state (lib/attendance/keep-small.ts).
 */
const outboxLimit = { events: 80, bytes: 100_000 }

const isFull = ({ outbox }: EmployeeState): boolean =>
  outbox.length >= outboxLimit.events || itemBytes(outbox) >= outboxLimit.bytes

/**
 * Tells everything that a snapshot shows to be new: state and events are saved together,
 * then published, in parts where there are many. A poll that finds nothing new writes nothing.
 */
export const tellEmployee = async (
  shardId: string,
  before: EmployeeState,
  snapshot: Snapshot,
  told: Told,
  ports: DeliveryPorts,
): Promise<Telling> => {
  const { now, asked, rules, removal, lookbackHours } = told
  const { timeZone, steps } = diffEmployee(before, snapshot, now, rules, removal)
  let part = tellSteps({ ...before, timeZone }, steps, told, isFull)
  if (part.rest.length > 0 && part.rest.length === steps.length) return 'blocked'
  for (let next = part.rest[0]; next !== undefined; next = part.rest[0]) {
    const partial = keptSmall(forget(part.state, snapshot, rules, next.at))
    const delivered = await saveAndDeliver(shardId, partial, ports)
    if (delivered === null) return 'overtaken'
    if (isFull(delivered)) return 'blocked'
    part = tellSteps(delivered, part.rest, told, isFull)
  }
  const settled = settle(part.state, snapshot, { asked, timeZone, lookbackHours })
  if (sameJson(settled, before)) return 'told'
  const after = keptSmall(forget(settled, snapshot, rules))
  return (await saveAndDeliver(shardId, after, ports)) === null ? 'overtaken' : 'told'
}
