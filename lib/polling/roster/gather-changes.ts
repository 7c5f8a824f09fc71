import { minute, utc } from '../../attendance/moments.ts'
import type { Retired } from '../../attendance/state/retired.ts'
import type { Roster } from '../../store/roster-store.ts'
import { missingFrom, namelessAfter, newcomersSince } from './believed-roster.ts'
import type { RosterAnswer } from './list-employed.ts'
import { membersOf, type Placed, unreadableIn } from './membership.ts'
import type { Refreshing } from './refresh.ts'
import { leaversToRetire } from './retire-leavers.ts'
import {
  changesIn,
  newcomersIn,
  newIdsIn,
  postponedIn,
  type RosterChange,
  unconfirmedIn,
} from './roster-changes.ts'

/** All that a believed answer changes, before anything of it is written. */
export type Gathered = {
  newcomers: Placed[]
  /** What becomes of those who are known. */
  changes: RosterChange[]
  /** What becomes of some, as they are by now. */
  changesOf: (known: readonly Placed[]) => RosterChange[]
  /** Leavers whose state is to be removed. */
  leavers: Placed[]
  /** The ids of those who are known and whom the answer lacks. */
  missing: ReadonlySet<string>
  /** The ids of those who are new and of whom what was kept cannot be read. */
  postponed: string[]
  /** The ids of those who are back, which a second answer must confirm. */
  unconfirmed: string[]
  nameless: Roster['nameless']
  /** From when on whoever is new may have been on the roster, UTC. */
  since: string
}

/**
 * The moment of the first roster, by the id of whoever was on it; null for all others. That it is the first is
 * fixed here.
 */
const baselineFor = async ({
  roster,
  ports,
  now,
}: Refreshing): Promise<(employeeId: string) => string | null> => {
  const baselineAt = roster.isBaselined ? null : await ports.roster.beginBaseline(utc(now))
  const wereAtFirst = new Set(roster.unreadAtFirst)
  return (id) =>
    wereAtFirst.has(id) && roster.unread[id] !== undefined ? roster.baselineAt : baselineAt
}

/** What was kept of those who are new, and were here before: nobody was, before the first roster. */
const retiredAmong = async (
  ids: readonly string[],
  { roster, ports }: Refreshing,
): Promise<ReadonlyMap<string, Retired | null>> =>
  roster.isBaselined ? ports.employees.retired(ids) : new Map()

/** Goes through everyone who is known, and everyone who is new, by a believed answer. */
export const gatherChanges = async (
  answer: RosterAnswer,
  refreshing: Refreshing,
): Promise<Gathered> => {
  const { request, settings, roster, membership, asked, now } = refreshing
  const { rules, shardSize, removalAfterMinutes, lookbackHours } = settings
  const { known } = membership
  const recording = { now, after: null, rules }
  const baselineOf = await baselineFor(refreshing)
  const newIds = newIdsIn(answer, membership)
  const retired = await retiredAmong(newIds, refreshing)
  const postponed = postponedIn(newIds, retired)
  const unconfirmed = unconfirmedIn(newIds, { retired, unread: roster.unread })
  const waiting = new Set([...postponed, ...unconfirmed])
  const since = newcomersSince(answer, roster.nameless, roster.believedAt ?? asked)
  const arrival = { baselineOf, since, unread: roster.unread, retired, waiting }
  const newcomers = newcomersIn(answer, membership, arrival, recording, shardSize)

  // By an operator's word whoever is not shown is none of those without an id.
  const members = [...membersOf(membership)]
  const lackable = request.acceptLoss ? [] : [...members, ...unreadableIn(membership)]
  const nameless = namelessAfter(answer, lackable, roster.nameless, since)
  const knownIds = known.map(({ state }) => state.employeeId)
  const missing = missingFrom(answer, knownIds, nameless)
  const after = request.acceptLoss ? 0 : removalAfterMinutes * minute
  const changesOf = (each: readonly Placed[]): RosterChange[] =>
    changesIn(each, answer, missing, after, recording)
  const leavers = leaversToRetire(known, missing, now, lookbackHours)
  return {
    newcomers,
    changes: changesOf(known),
    changesOf,
    leavers,
    missing,
    postponed,
    unconfirmed,
    nameless,
    since,
  }
}
