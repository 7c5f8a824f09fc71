import type { EmployeeState } from '../../attendance/state/state.ts'
import type { Wait } from '../../publishing/gathering.ts'
import {
  deliverTogether,
  publishOutbox,
  type SavingPorts,
  type UnsavedState,
} from './save-and-publish.ts'

/** Publishing what waits may take so much of the time for calls, whatever SNS does. */
export const shareOfFlushing = 0.2

/**
 * Publishes what earlier polls could not, before the API is asked anything, so that its
 * outages never hold back an event. Whoever was saved by another poller meanwhile is left out,
 * and so is who cannot be saved.
 * @param toClear the ids of those whose outbox has been delivered and is to be cleared from their item
 */
export const flush = async (
  employees: readonly EmployeeState[],
  shardId: string,
  delivery: SavingPorts,
  wait: Wait,
  toClear: ReadonlySet<string> = new Set(),
): Promise<{ flushed: EmployeeState[]; unsaved: UnsavedState[] }> => {
  const together = deliverTogether(delivery, wait)
  const unsaved: UnsavedState[] = []
  const flushOne = async (state: EmployeeState, ports: SavingPorts) => {
    try {
      if (toClear.has(state.employeeId)) return await ports.save(shardId, state)
      return await publishOutbox(shardId, state, ports)
    } catch (error) {
      const problem = error instanceof Error ? error.name : 'unknown'
      unsaved.push({ employeeId: state.employeeId, problem })
      return null
    }
  }
  const flushed = await Promise.all(
    employees.map((state) => together((ports) => flushOne(state, ports))),
  )
  return { flushed: flushed.filter((state) => state !== null), unsaved }
}
