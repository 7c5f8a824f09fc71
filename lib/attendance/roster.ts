import type { Employee } from '../workforce/contract/employee.ts'
import { limits } from '../workforce/contract/limits.ts'
import { changedFields, sameJson } from './changes.ts'
import { type Recording, withEvent } from './events/outbox.ts'
import { redactProfile, redactState, rememberEmployee } from './events/privacy.ts'
import { day, type EpochMs, epochMs, utc } from './moments.ts'
import type { Retired } from './state/retired.ts'
import { type EmployeeProfile, type EmployeeState, newEmployee } from './state/state.ts'
import { type Fields, formerAfter, isConfirmed, takenBack } from './taking-back.ts'

/** Why a roster answer is not believed, or null where it is. */
export type Disbelief = 'empty' | 'a fifth short'

/** A loss of more than a fifth is not believed of so many members, nor of so many at once of fewer. */
const least = { members: 10, lost: 5 }

/**
 * Whether a roster answer can be believed: an empty one never, nor one that lacks more than
 * a fifth of ten or more members, or five of fewer.
 * @param members the ids of the present members
 * @param answered the ids of those whom the answer shows as employed
 */
export const disbelief = (
  members: ReadonlySet<string>,
  answered: ReadonlySet<string>,
): Disbelief | null => {
  if (answered.size === 0) return 'empty'
  const lost = [...members].filter((id) => !answered.has(id)).length
  const isMany = members.size >= least.members || lost >= least.lost
  return isMany && lost > members.size / 5 ? 'a fifth short' : null
}

const employmentOf = ({ profile }: EmployeeState) => ({
  start: profile.employmentStart,
  end: profile.employmentEnd,
})

const recorded = (
  state: EmployeeState,
  name: 'employee-joined' | 'employee-left',
  recording: Recording,
  isBaseline = false,
): EmployeeState => {
  const time = utc(recording.now)
  const data = { employment: employmentOf(state) }
  return withEvent(state, { name, time, facts: [time], data }, recording, isBaseline)
}

/** Who returns is asked about no longer than this: the API is asked a day further back, and not for 90. */
const longestAway = (limits.earliestFromDays - 2) * day

/** From when on somebody is asked about who is on the roster, where they were last asked at a moment. */
const askedFrom = (since: string, last: string | null, now: EpochMs): string =>
  last === null || epochMs(last) >= epochMs(since)
    ? since
    : utc(Math.max(epochMs(last), Math.min(epochMs(since), now - longestAway)))

/**
 * The state of someone who is on the roster for the first time, and not its first roster.
 * @param since when the roster was last believed without them, UTC: so far back is asked, and to when they
 *   were last asked about, where they have been here before; they may have worked on meanwhile
 * @param retired what was kept of them, where they have been here before
 */
export const joined = (
  employee: Employee,
  since: string,
  retired: Retired | null,
  recording: Recording,
): EmployeeState => {
  const profile = rememberEmployee(employee, recording.rules.privacy)
  const state = { ...newEmployee(employee.id, profile, since), ...retired }
  const { clockings, absences } = state.forgottenBefore
  const unaskedSince = {
    clockings: askedFrom(since, clockings, recording.now),
    absences: askedFrom(since, absences, recording.now),
  }
  return recorded({ ...state, employeeId: employee.id, unaskedSince }, 'employee-joined', recording)
}

/**
 * The state of someone who was there before the first run, whenever they could be read first.
 * @param baselineAt the moment of the first roster, UTC
 */
export const baselined = (
  employee: Employee,
  baselineAt: string,
  recording: Recording,
): EmployeeState => {
  const profile = rememberEmployee(employee, recording.rules.privacy)
  const state = { ...newEmployee(employee.id, profile, baselineAt), baselineAt }
  return recording.rules.baseline === 'announce'
    ? recorded(state, 'employee-joined', recording, true)
    : state
}

/** The state of a leaver who is back: where nobody has asked about them, that is made up for. */
const returned = (state: EmployeeState, recording: Recording): EmployeeState => {
  const { restSince, unaskedSince } = state
  // Absences may have been answered for the last time before that.
  const absences = unaskedSince.absences ?? restSince
  const member = {
    ...state,
    membership: 'member' as const,
    leftAt: null,
    restSince: null,
    unaskedSince: restSince === null ? unaskedSince : { clockings: restSince, absences },
  }
  return recorded(member, 'employee-joined', recording)
}

/** What is published of a profile, in the fields that both have: others became or were invisible. */
const bothFields = (
  before: EmployeeProfile,
  after: EmployeeProfile,
  { rules }: Recording,
): [Fields, Fields] => {
  const earlier: Fields = redactProfile(before, rules.privacy)
  const later: Fields = redactProfile(after, rules.privacy)
  const common = (fields: Fields, others: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => field in others))
  return [common(earlier, later), common(later, earlier)]
}

const changed = (state: EmployeeState, profile: EmployeeProfile, recording: Recording) => {
  const fields = bothFields(state.profile, profile, recording)
  const next = { ...state, profile, former: formerAfter(...fields, state.former, () => false) }
  const changes = changedFields(...fields)
  if (changes.length === 0) return next
  const time = utc(recording.now)
  const data = { employment: employmentOf(next), changes }
  return withEvent(
    next,
    { name: 'employee-changed', time, facts: [changes, time], data },
    recording,
  )
}

/** That somebody left is taken back. */
const membershipBack = 'membership=member'

/** Whether a leaver was on the last roster, which a second one is to confirm. */
export const isBackUnconfirmed = ({ membership, doubted }: EmployeeState): boolean =>
  membership === 'leaver' && doubted.includes(membershipBack)

/** The marks of all that a roster takes back: recorded values that return, and that somebody left. */
const takenBackBy = (
  state: EmployeeState,
  profile: EmployeeProfile,
  recording: Recording,
): string[] => [
  ...(state.membership === 'leaver' ? [membershipBack] : []),
  ...takenBack(...bothFields(state.profile, profile, recording), state.former, () => false),
]

/**
 * The state of an employee of whom a roster takes something back: who is on it for the second time is back, however often what it says of
 * them changes.
 */
const inDoubt = (
  state: EmployeeState,
  taken: readonly string[],
  recording: Recording,
): EmployeeState => {
  const shown = { ...state, missingSince: null }
  if (!isBackUnconfirmed(state)) return { ...shown, doubted: [...taken] }
  const doubted = taken.filter((mark) => mark !== membershipBack)
  return returned({ ...shown, doubted }, recording)
}

/**
 * What the roster says of a known employee who is on it. What takes back something recorded waits
 * for a second roster. The same state where nothing is new.
 */
export const onRoster = (
  state: EmployeeState,
  employee: Employee,
  recording: Recording,
): EmployeeState => {
  const profile = rememberEmployee(employee, recording.rules.privacy)
  const taken = takenBackBy(state, profile, recording)
  if (!isConfirmed(taken, state.doubted)) return inDoubt(state, taken, recording)
  const shown = { ...state, missingSince: null, doubted: [] }
  const next = changed(shown, profile, recording)
  if (state.membership === 'leaver') return returned(next, recording)
  return sameJson(next, state) ? state : next
}

/**
 * What becomes of a known employee whom a roster lacks: at first that is remembered; a member
 * whom rosters have lacked for long enough has left. Of a leaver nothing is kept that may not be published any more.
 * @param after how long that is, in milliseconds; 0 where an operator says that it is so
 */
export const missingFromRoster = (
  state: EmployeeState,
  after: number,
  recording: Recording,
): EmployeeState => {
  const { membership, missingSince } = state
  if (membership === 'leaver') {
    // Nobody asks about one who is at rest, and settings may have become stricter.
    const allowed = { ...redactState(state, recording.rules.privacy), doubted: [] }
    return sameJson(allowed, state) ? state : allowed
  }
  const { now } = recording
  // What a clock that was ahead noted was so by now.
  const isFirst = missingSince === null || epochMs(missingSince) > now
  const since = isFirst ? now : epochMs(missingSince)
  if (now - since < after) return isFirst ? { ...state, missingSince: utc(now) } : state
  const leaver = { ...state, membership: 'leaver' as const, missingSince: null, doubted: [] }
  return recorded({ ...leaver, leftAt: utc(now) }, 'employee-left', recording)
}
