import pLimit from 'p-limit'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import { shardName } from '../../store/tables.ts'

/** An employee's state and the shard that it is in. */
export type Placed = { shardId: string; state: EmployeeState }

/** Who is where. */
export type Membership = {
  known: Placed[]
  /** The ids in each shard, those whose state cannot be read included. */
  places: Map<string, string[]>
  /** The shards whose record cannot be read: nobody new is placed there. */
  closed: ReadonlySet<string>
  /** The shards that an earlier refresh began to write to, and never said that it had ended. */
  leftOpen: readonly string[]
}

/** The ids of the present members. */
export const membersOf = ({ known }: Membership): ReadonlySet<string> =>
  new Set(known.flatMap(({ state }) => (state.membership === 'member' ? [state.employeeId] : [])))

/** The ids of those whose state cannot be read. */
export const unreadableIn = ({ known, places }: Membership): string[] => {
  const isRead = new Set(known.map(({ state }) => state.employeeId))
  return [...places.values()].flat().filter((id) => !isRead.has(id))
}

/** How many shards are read at once. */
const readingConcurrency = 8

/** Reads everyone's state, consistently: membership is decided from it. */
export const readMembership = async (ports: {
  shards: Pick<ShardStore, 'all'>
  employees: Pick<EmployeeStore, 'inShard'>
}): Promise<Membership> => {
  const { shards, unreadable: unreadableShards } = await ports.shards.all()
  const delivered = new Map(shards.map((shard) => [shard.shardId, shard.delivered]))
  const ids = [...shards.map(({ shardId }) => shardId), ...unreadableShards].sort()
  const read = await pLimit(readingConcurrency).map(ids, async (shardId) => ({
    shardId,
    ...(await ports.employees.inShard(shardId, {
      isConsistent: true,
      delivered: delivered.get(shardId),
    })),
  }))
  return {
    closed: new Set(unreadableShards),
    leftOpen: shards.flatMap(({ shardId, edit }) => (edit?.isOpen === true ? [shardId] : [])),
    known: read.flatMap(({ shardId, employees }) => employees.map((state) => ({ shardId, state }))),
    places: new Map(
      read.map(({ shardId, employees, unreadable }) => [
        shardId,
        [...employees.map(({ employeeId }) => employeeId), ...unreadable],
      ]),
    ),
  }
}

/**
 * A shard for each of `count` newcomers: the first with room, else a new one.
 * @param places who is in each shard already
 * @param closed shards that nobody is placed in
 */
export const placesFor = (
  count: number,
  places: ReadonlyMap<string, readonly string[]>,
  shardSize: number,
  closed: ReadonlySet<string> = new Set(),
): string[] => {
  const rooms: string[] = []
  for (let n = 1; rooms.length < count; n++) {
    const shardId = shardName(n)
    const taken = closed.has(shardId) ? shardSize : (places.get(shardId)?.length ?? 0)
    const room = Math.max(0, shardSize - taken)
    rooms.push(...Array<string>(Math.min(room, count - rooms.length)).fill(shardId))
  }
  return rooms
}
