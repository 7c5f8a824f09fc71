import { itemBytes } from '../../attendance/state/size.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'

/**
 * So many events, or bytes of them, are saved in one item at most: an item may have 400 KB, and
 * the rest of it is the employee's state (lib/attendance/state/keep-small.ts).
 */
const outboxLimit = { events: 80, bytes: 100_000 }

/** Whether another event has no room in an outbox. */
export const isFull = ({ outbox }: EmployeeState): boolean =>
  outbox.length >= outboxLimit.events || itemBytes(outbox) >= outboxLimit.bytes
