import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { openBreak, openClockings } from '../../lib/attendance/state/who-is-in.ts'
import type { EmployeeStore } from '../../lib/store/employee-store.ts'
import type { ShardStore } from '../../lib/store/shard-store.ts'

/** Who is watched, and who of them is in, as last saved. */
export type Presence = {
  /** Whether every shard has been polled once. */
  isComplete: boolean
  people: number
  /** The names of those who are clocked in, in the order of their names. */
  present: string[]
  onBreak: number
}

const isOnBreak = (employee: EmployeeState): boolean =>
  openClockings(employee).some((clocking) => openBreak(clocking) !== undefined)

/** Reads the tables as they are. */
export const readPresence = async (
  shards: Pick<ShardStore, 'all'>,
  store: Pick<EmployeeStore, 'inShard'>,
): Promise<Presence> => {
  const { shards: all } = await shards.all()
  const read = await Promise.all(all.map(({ shardId }) => store.inShard(shardId)))
  const members = read
    .flatMap(({ employees }) => employees)
    .filter(({ membership }) => membership === 'member')
  const present = members.filter((employee) => openClockings(employee).length > 0)
  return {
    isComplete: all.length > 0 && all.every(({ absencesReadAt }) => absencesReadAt !== null),
    people: members.length,
    present: present.map(({ profile }) => `${profile.givenName} ${profile.familyName}`).sort(),
    onBreak: present.filter(isOnBreak).length,
  }
}
