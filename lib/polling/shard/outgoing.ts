import type { EmployeeState } from '../../attendance/state/state.ts'
import { goesOnWith } from '../../store/delivered.ts'
import type { LeasedShard, Progress } from '../../store/shard-record.ts'
import type { PollPorts, PollRequest } from '../poll.ts'
import { flush, flushRest, timeForFlushing } from '../publishing/flush.ts'
import { publishWhileAble } from '../publishing/publish-while-able.ts'
import type { SavingPorts, UnsavedState } from '../publishing/save-and-publish.ts'
import { deliveredBy, vouchFor } from '../publishing/vouching.ts'
import type { Visit } from './shard-memory.ts'

/** Everyone as they are once something was flushed, and of whom that could not be saved. */
type Flush = { flushed: EmployeeState[]; unsaved: UnsavedState[] }

/** All that one poll publishes: what waited before it, and what it finds. */
export type Outgoing = {
  /** What became of that which earlier polls could not publish. */
  atFirst: Flush
  /** How what this poll finds is saved and published. */
  delivery: SavingPorts
  /** Publishes what had no turn at first: to be called once all else is published. */
  flushRest: () => Promise<Flush>
  /** What this poll may say has been delivered: to be called at its end. */
  delivered: () => Promise<Pick<Progress, 'delivered'>>
}

type Sending = { shard: LeasedShard; visit: Visit; request: PollRequest; ports: PollPorts }

/** Whose outbox an earlier poll has delivered, and could not say so. */
const toClearOf = ({ shard, visit }: Sending): ReadonlySet<string> =>
  goesOnWith(shard.delivered, shard.poll)
    ? new Set<string>()
    : (visit.members.uncleared ?? new Set())

/**
 * Publishes what earlier polls could not, within a share of the time for calls, and says how this poll goes on
 * publishing.
 * @param askUntil by the clock of the machines: no call begins after this
 */
export const beginOutgoing = async (sending: Sending, askUntil: number): Promise<Outgoing> => {
  const { shard, visit, request, ports } = sending
  const { shardId } = shard
  const { deadline, publishingDeadline } = request
  const publishUntil = publishWhileAble(ports.delivery.publish, {
    now: ports.machineNow,
    wait: ports.wait,
  })
  const deliveryUntil = (until: number): SavingPorts => ({
    ...ports.delivery,
    save: visit.save,
    publish: publishUntil(until),
  })
  const began = ports.machineNow()
  // Who comes too late to ask has all the time to publish; else a topic that hangs leaves time to ask.
  const timeFor = (askUntil > began ? askUntil : deadline) - began
  const flushUntil = Math.min(began + timeForFlushing(timeFor), publishingDeadline)
  const toClear = toClearOf(sending)
  const { employees } = visit.members
  const atFirst = await flush(employees, shardId, deliveryUntil(flushUntil), ports.wait, toClear)
  const publishing = deliveryUntil(publishingDeadline)
  const vouching = atFirst.unsaved.some(({ employeeId }) => toClear.has(employeeId))
    ? null
    : vouchFor(shardId, shard.poll, visit)
  return {
    atFirst,
    delivery: { ...publishing, ...vouching },
    flushRest: () => flushRest(atFirst, visit.isLatest, shardId, publishing, ports.wait),
    delivered: () => deliveredBy(shard, vouching),
  }
}
