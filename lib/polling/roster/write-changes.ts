import type { EmployeeStore } from '../../store/employee-store.ts'
import { publishWhileAble } from '../publishing/publish-while-able.ts'
import type { UnsavedState } from '../publishing/save-and-publish.ts'
import type { Gathered } from './gather-changes.ts'
import type { Refreshing, RosterPorts } from './refresh.ts'
import { retireLeavers } from './retire-leavers.ts'
import { savePlaced } from './save-placed.ts'
import { whileEdited } from './while-edited.ts'

/** What became of that which was to be written. */
export type Written = {
  overtaken: number
  unsaved: UnsavedState[]
  /** How many states of leavers were removed. */
  retired: number
}

/** Reads whoever was overtaken by a poll: that has delivered more since. */
const latest = ({ shards, employees }: RosterPorts): Pick<EmployeeStore, 'inShard'> => ({
  inShard: async (shardId, options) => {
    const all = await shards.all()
    const delivered = all.shards.find((shard) => shard.shardId === shardId)?.delivered
    return employees.inShard(shardId, { ...options, delivered })
  },
})

/** Saves everyone whom a roster changes, publishes that, and removes the states of leavers. */
export const writeChanges = async (
  { newcomers, changes, changesOf, leavers }: Gathered,
  { request, ports, roster, membership }: Refreshing,
): Promise<Written> => {
  const publishUntil = publishWhileAble(ports.delivery.publish, {
    now: ports.machineNow,
    wait: ports.wait,
  })
  const publish = publishUntil(request.deadline)
  const delivery = { ...ports.delivery, publish, save: ports.employees.save }
  const all = [...newcomers.map((next) => ({ known: null, next })), ...changes]
  const written = [...all.map(({ next }) => next), ...leavers].map(({ shardId }) => shardId)
  return whileEdited(
    [...written, ...membership.leftOpen],
    request.owner,
    ports.shards,
    async () => {
      const isFirst = !roster.isBaselined
      const saved = await savePlaced(all, changesOf, latest(ports), delivery, isFirst)
      return { ...saved, retired: await retireLeavers(leavers, ports.employees, ports.now()) }
    },
  )
}
