import type { AttendanceEvent } from '../attendance/events.ts'
import type { EpochMs } from '../attendance/moments.ts'
import type { FollowerStore } from '../store/followers.ts'
import type { ToldStore } from '../store/told.ts'
import { type Addition, written } from './collect.ts'
import { withFollowUps } from './collect-follow-ups.ts'
import { isFollower, recordsFollowed, recordsOf, recordsTold } from './follow-ups.ts'
import { greaterOf } from './levels.ts'
import { keptEvent } from './queue-message.ts'
import { shownEvent } from './show.ts'
import type { Routes } from './who-was-told.ts'

/** What follows on something told and comes before it: a queue keeps no order. */

/**
 * Remembers what follows on something that rules tell, in case that is still to come.
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const rememberFollower = async (
  event: AttendanceEvent,
  { rules }: Routes,
  store: FollowerStore,
): Promise<void> => {
  const names = rules.flatMap(({ on }) => on)
  if (!isFollower(event, names)) return
  // No more than somebody may be told.
  const shown = shownEvent(event, rules.map(({ show }) => show).reduce(greaterOf, 'opaque'))
  if (shown === null) return
  const follower = { id: event.id, event: written(shown) }
  for (const record of recordsOf(event)) await store.remember(record, follower)
}

const follows = (event: AttendanceEvent, original: AttendanceEvent): boolean => {
  const records = [...recordsTold(original), ...recordsFollowed(original)]
  return (
    event.subject === original.subject &&
    event.sequence > original.sequence &&
    recordsFollowed(event).some((record) => records.includes(record))
  )
}

/**
 * What an event that is told now brings with it: what followed on it and came before, for those whom
 * that concerns.
 */
export const broughtBy = async (
  original: AttendanceEvent,
  routes: Routes,
  { told, followers }: { told: ToldStore; followers: FollowerStore },
  now: EpochMs,
): Promise<Addition[]> => {
  const found = await Promise.all(
    recordsOf(original).map((record) => followers.followersOf(record)),
  )
  const events = found
    .flat()
    .map(({ event }) => keptEvent(event))
    .filter((event) => event !== null)
    .filter((event) => follows(event, original))
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  const brought: Addition[] = []
  // In their order: what one of them opens again, the next may settle.
  for (const event of events) brought.push(...(await withFollowUps(event, [], routes, told, now)))
  return brought
}
