import { sameJson } from '../../attendance/changes.ts'
import type { Recording } from '../../attendance/events/outbox.ts'
import { baselined, joined, missingFromRoster, onRoster } from '../../attendance/roster.ts'
import type { Retired } from '../../attendance/state/retired.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { isFull } from '../publishing/save-and-publish.ts'
import type { RosterAnswer } from './list-employed.ts'
import { type Membership, type Placed, placesFor } from './membership.ts'

/** What a roster makes of somebody: of whoever is new, nothing was known. */
export type RosterChange = { known: Placed | null; next: Placed }

/**
 * Everyone whose state a believed answer changes.
 * @param missing the ids of those whom it does not show
 * @param after how long a member must be missing before they have left, in milliseconds
 */
export const changesIn = (
  known: readonly Placed[],
  answer: RosterAnswer,
  missing: ReadonlySet<string>,
  after: number,
  recording: Recording,
): RosterChange[] => {
  const unread = new Set(answer.unread)
  const shown = (state: EmployeeState): EmployeeState => {
    const employee = answer.employees.get(state.employeeId)
    if (employee !== undefined) return onRoster(state, employee, recording)
    // Whatever it is that nobody can read, they are there.
    if (unread.has(state.employeeId)) return { ...state, missingSince: null }
    return missing.has(state.employeeId) ? missingFromRoster(state, after, recording) : state
  }
  const next = (state: EmployeeState): EmployeeState => {
    const changed = shown(state)
    // An event that has no room waits for a later refresh, which sees it again; a doubt needs none.
    const hasNews = changed.outbox.length > state.outbox.length
    return hasNews && isFull(state) ? state : changed
  }
  return known.flatMap((each) => {
    const state = next(each.state)
    return sameJson(state, each.state) ? [] : [{ known: each, next: { ...each, state } }]
  })
}

/** Where newcomers come from. */
export type Arrival = {
  /** The moment of the first roster, UTC, of whoever was on it: what was so by then is no news. Null for all others. */
  baselineOf: (employeeId: string) => string | null
  /** From when on whoever is new may have been there: when the last roster was asked for that was believed, UTC, or earlier. */
  since: string
  /** Since when some are on it who could not be read, or are back, UTC, by id. */
  unread: Readonly<Record<string, string>>
  /** What was kept of those who were here before; null where it cannot be read. */
  retired: ReadonlyMap<string, Retired | null>
  /** Whoever must wait for another roster. */
  waiting: ReadonlySet<string>
}

/**
 * Who could be placed and is not yet: what was kept of them cannot be read, and without it they
 * would start at number 1.
 */
export const postponedIn = (ids: readonly string[], retired: Arrival['retired']): string[] =>
  ids.filter((id) => retired.get(id) === null)

/**
 * Those who are back after their state is gone, and whom no roster before has shown: that they had left was recorded, and a
 * second one must confirm that it is taken back.
 */
export const unconfirmedIn = (
  ids: readonly string[],
  { retired, unread }: Pick<Arrival, 'retired' | 'unread'>,
): string[] => ids.filter((id) => retired.get(id) != null && unread[id] === undefined)

/** The ids of everyone on the roster who has no place yet. */
export const newIdsIn = ({ employees }: RosterAnswer, { places }: Membership): string[] => {
  const placed = new Set([...places.values()].flat())
  return [...employees.keys()].filter((id) => !placed.has(id))
}

/** Places for everyone new, with their first state: silent where it is the first roster. */
export const newcomersIn = (
  answer: RosterAnswer,
  membership: Membership,
  { baselineOf, since, unread, retired, waiting }: Arrival,
  recording: Recording,
  shardSize: number,
): Placed[] => {
  const ids = newIdsIn(answer, membership).filter((id) => !waiting.has(id))
  const rooms = placesFor(ids.length, membership.places, shardSize, membership.closed)
  return ids.flatMap((id, index) => {
    const [shardId, employee] = [rooms[index], answer.employees.get(id)]
    if (shardId === undefined || employee === undefined) return []
    const before = retired.get(id) ?? null
    const baselineAt = before === null ? baselineOf(id) : null
    const state =
      baselineAt === null
        ? joined(employee, unread[id] ?? since, before, recording)
        : baselined(employee, baselineAt, recording)
    return [{ shardId, state }]
  })
}
