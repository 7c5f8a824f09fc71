import pLimit from 'p-limit'
import { itemBytes } from '../../attendance/state/size.ts'
import type { EmployeeState, OutboxEntry } from '../../attendance/state/state.ts'
import { gatherPublications, type Wait } from '../../publishing/gathering.ts'
import type { Publish, PublishedEvent } from '../../publishing/publication.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'

/**
 * So many events, or bytes of them, are saved in one item at most: an item may have 400 KB, and
 * the rest of it is the employee's state (lib/attendance/state/keep-small.ts).
 */
const outboxLimit = { events: 80, bytes: 100_000 }

/** Whether another event has no room in an outbox. */
export const isFull = ({ outbox }: EmployeeState): boolean =>
  outbox.length >= outboxLimit.events || itemBytes(outbox) >= outboxLimit.bytes

/** What saving and publishing need, and what they call with what came of it. */
export type SavingPorts = {
  save: EmployeeStore['save']
  /**
   * Leaves in the outbox of a saved state what is still pending. Unless it is said how, what SNS took is
   * cleared by another save.
   * @returns as publishOutbox
   */
  clear?: (
    shardId: string,
    state: EmployeeState,
    pending: OutboxEntry[],
  ) => Promise<EmployeeState | null>
  publish: Publish<PublishedEvent>
  /** Called with every event that SNS acknowledged. */
  onPublished: (entry: OutboxEntry) => void
  /** Called with the reason for which an event was not taken, of each that was not. */
  onPublishFailure: (employeeId: string, failures: string[]) => void
}

/** Whose new state could not be saved, and the name of the error. */
export type UnsavedState = { employeeId: string; problem: string }

/** How many employees are saved at once. */
export const savingConcurrency = 16

/**
 * How many employees are at work at once. Each may have as many events as an outbox holds: more would be too
 * much for the memory of the function, fewer too little for full batches. Of one event each, they fill three.
 */
const atWork = 30

/**
 * Lets the employees of a shard be saved and published together: few at once are saved, and what
 * they publish goes out in full batches.
 * @returns runs the work of one of them, with what it saves and publishes by
 */
export const deliverTogether = (ports: SavingPorts, wait: Wait) => {
  const working = pLimit(atWork)
  const saving = pLimit(savingConcurrency)
  const gather = gatherPublications(ports.publish, wait)
  const save: SavingPorts['save'] = (...args) => saving(() => ports.save(...args))
  return <T>(work: (ports: SavingPorts) => Promise<T>): Promise<T> =>
    working(() => gather((publish) => work({ ...ports, save, publish })))
}

/**
 * Publishes what an outbox holds and clears exactly what SNS and the event log took. A crash between
 * the two repeats the same events with the same ids.
 * @returns the state as saved, with what is still pending; null where another writer was
 *   first, who then owns the rest
 */
export const publishOutbox = async (
  shardId: string,
  state: EmployeeState,
  ports: SavingPorts,
): Promise<EmployeeState | null> => {
  if (state.outbox.length === 0) return state
  const { acknowledged, failures } = await ports.publish(
    state.outbox.map((entry) => ({ ...entry, shardId })),
  )
  if (failures.size > 0) ports.onPublishFailure(state.employeeId, [...failures.values()])
  for (const entry of state.outbox) if (acknowledged.has(entry.id)) ports.onPublished(entry)
  const pending = state.outbox.filter(({ id }) => !acknowledged.has(id))
  if (ports.clear !== undefined) return ports.clear(shardId, state, pending)
  if (pending.length === state.outbox.length) return state
  return ports.save(shardId, { ...state, outbox: pending })
}

/**
 * Saves a state together with the events it caused, then publishes them.
 * @returns as publishOutbox
 */
export const saveAndPublish = async (
  shardId: string,
  state: EmployeeState,
  ports: SavingPorts,
): Promise<EmployeeState | null> => {
  const saved = await ports.save(shardId, state)
  return saved === null ? null : publishOutbox(shardId, saved, ports)
}
