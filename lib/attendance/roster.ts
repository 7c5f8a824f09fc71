import type { Employee } from '../workforce/contract/employee.ts'
import { leaverRetention } from './apply.ts'
import { changedFields } from './changes.ts'
import { epochMs, utc } from './moments.ts'
import { type Recording, withEvent } from './outbox.ts'
import { rememberEmployee, tellEmployee } from './privacy.ts'
import { type EmployeeState, newEmployee } from './state.ts'

/** Why a roster answer is not believed, or null where it is. */
export type Disbelief = 'empty' | 'a fifth short'

/** From this many members on, a loss of more than a fifth is not believed. */
const smallRoster = 10

/**
 * Whether a roster answer can be believed: an empty one never, nor one that lacks more than
 * a fifth of ten or more members.
 * @param members the ids of the present members
 * @param answered the ids of those whom the answer shows as employed
 */
export const disbelief = (
  members: ReadonlySet<string>,
  answered: ReadonlySet<string>,
): Disbelief | null => {
  if (answered.size === 0) return 'empty'
  const lost = [...members].filter((id) => !answered.has(id)).length
  return members.size >= smallRoster && lost > members.size / 5 ? 'a fifth short' : null
}

const employmentOf = ({ profile }: EmployeeState) => ({
  start: profile.employmentStart,
  end: profile.employmentEnd,
})

const told = (
  state: EmployeeState,
  name: 'employee-joined' | 'employee-left',
  recording: Recording,
  isBaseline = false,
): EmployeeState => {
  const time = utc(recording.now)
  const facts = [state.employeeId, time]
  const data = { employment: employmentOf(state) }
  return withEvent(state, { name, time, facts, data }, recording, isBaseline)
}

/** The state of someone who is on the roster for the first time, and not its first roster. */
export const joined = (employee: Employee, recording: Recording): EmployeeState =>
  told(
    newEmployee(employee.id, rememberEmployee(employee, recording.rules.privacy), null),
    'employee-joined',
    recording,
  )

/** The state of someone who was there before the first run. */
export const baselined = (employee: Employee, recording: Recording): EmployeeState => {
  const profile = rememberEmployee(employee, recording.rules.privacy)
  const state = newEmployee(employee.id, profile, utc(recording.now))
  return recording.rules.baseline === 'announce'
    ? told(state, 'employee-joined', recording, true)
    : state
}

/** The state of a leaver who is back on the roster: behind since they were last polled. */
const returned = (state: EmployeeState, recording: Recording): EmployeeState => {
  const { expiresAt } = state
  const behindSince =
    expiresAt === null ? state.behindSince : utc(epochMs(expiresAt) - leaverRetention)
  const member = { ...state, membership: 'member' as const, expiresAt: null, behindSince }
  return told(member, 'employee-joined', recording)
}

const changed = (state: EmployeeState, before: EmployeeState, recording: Recording) => {
  const { privacy } = recording.rules
  const changes = changedFields(
    tellEmployee(before.profile, privacy),
    tellEmployee(state.profile, privacy),
  )
  if (changes.length === 0) return state
  const time = utc(recording.now)
  const facts = [state.employeeId, changes, time]
  const data = { employment: employmentOf(state), changes }
  return withEvent(state, { name: 'employee-changed', time, facts, data }, recording)
}

/** What the roster says of a known employee who is on it. The same state where nothing is new. */
export const present = (
  state: EmployeeState,
  employee: Employee,
  recording: Recording,
): EmployeeState => {
  const profile = rememberEmployee(employee, recording.rules.privacy)
  const next = changed({ ...state, profile }, state, recording)
  return state.membership === 'leaver' ? returned(next, recording) : next
}

/** The state of a member who is no longer on the roster. */
export const left = (state: EmployeeState, recording: Recording): EmployeeState =>
  told({ ...state, membership: 'leaver' }, 'employee-left', recording)
