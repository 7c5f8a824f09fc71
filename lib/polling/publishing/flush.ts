import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { Wait } from '../../publishing/gathering.ts'
import { noTurn } from '../../publishing/publication.ts'
import {
  deliverTogether,
  publishOutbox,
  type SavingPorts,
  type UnsavedState,
} from './save-and-publish.ts'

/** Publishing what waits may take so much of the time for calls, whatever SNS does. */
const shareOfFlushing = 0.2
/** Within so many milliseconds an SNS that is well answers. */
const leastForFlushing = 1_000

/**
 * How long what waits may take, in milliseconds: of a slot that is nearly over when a poll begins, a share
 * would be too little for any SNS.
 * @param timeFor how long calls may take
 */
export const timeForFlushing = (timeFor: number): number =>
  Math.max(timeFor * shareOfFlushing, leastForFlushing)

/** Those whose outbox was flushed, as they are after it. */
export type Flushed = {
  flushed: EmployeeState[]
  unsaved: UnsavedState[]
  /** The ids of those of whom something had no turn yet, so that trying again may help. */
  turnless: ReadonlySet<string>
}

/** Whose event has waited for longest first: where few have a turn, who has much to tell is not always before them. */
const byWaiting = (employees: readonly EmployeeState[]): EmployeeState[] => {
  const since = ({ outbox: [first] }: EmployeeState): EpochMs =>
    first === undefined ? Number.MAX_VALUE : epochMs(first.recordedtime)
  return employees.toSorted((a, b) => since(a) - since(b))
}

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
): Promise<Flushed> => {
  const turnless = new Set<string>()
  const onPublishFailure: SavingPorts['onPublishFailure'] = (employeeId, failures) => {
    if (failures.includes(noTurn)) turnless.add(employeeId)
    delivery.onPublishFailure(employeeId, failures)
  }
  const together = deliverTogether({ ...delivery, onPublishFailure }, wait)
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
  const ends = new Map(
    await Promise.all(
      byWaiting(employees).map(
        async (state) => [state, await together((ports) => flushOne(state, ports))] as const,
      ),
    ),
  )
  const flushed = employees.flatMap((state) => ends.get(state) ?? [])
  return { flushed, unsaved, turnless }
}

/**
 * Publishes at the end of a poll what had no turn before the API was asked, of those of whom nothing was saved
 * since: with what is saved goes what waits.
 * @returns everyone who was flushed, as they are after it, and whose state could not be saved now
 */
export const flushRest = async (
  { flushed, turnless }: Flushed,
  isAsFlushed: (state: EmployeeState) => boolean,
  shardId: string,
  delivery: SavingPorts,
  wait: Wait,
): Promise<Pick<Flushed, 'flushed' | 'unsaved'>> => {
  const waiting = new Set(
    flushed.filter((state) => turnless.has(state.employeeId) && isAsFlushed(state)),
  )
  if (waiting.size === 0) return { flushed, unsaved: [] }
  const rest = await flush([...waiting], shardId, delivery, wait)
  const others = flushed.filter((state) => !waiting.has(state))
  return { flushed: [...others, ...rest.flushed], unsaved: rest.unsaved }
}
