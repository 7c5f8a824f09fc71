import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { openBreak, openClockings } from '../../lib/attendance/state/who-is-in.ts'
import { readSavedState, type StatePorts } from '../../lib/store/saved-state.ts'

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
  shards: StatePorts['shards'],
  store: StatePorts['employees'],
): Promise<Presence> => {
  const { shards: all, employees } = await readSavedState({ shards, employees: store })
  const members = employees.filter(({ membership }) => membership === 'member')
  const present = members.filter((employee) => openClockings(employee).length > 0)
  return {
    isComplete: all.length > 0 && all.every(({ absencesReadAt }) => absencesReadAt !== null),
    people: members.length,
    present: present.map(({ profile }) => `${profile.givenName} ${profile.familyName}`).sort(),
    onBreak: present.filter(isOnBreak).length,
  }
}
