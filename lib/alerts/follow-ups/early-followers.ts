import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import { nameOfType, showOfRoute } from '../../routing/matching.ts'
import { redactEvent } from '../../routing/redact.ts'
import type { FollowerStore } from '../../store/deliveries/followers.ts'
import type { NotificationStore } from '../../store/deliveries/notifications.ts'
import { type Addition, additionsOf, wantingsOf, written } from '../receiving/collect.ts'
import { keptEvent } from '../receiving/queue-message.ts'
import { greaterOf } from '../rules/levels.ts'
import { lateFollowUps } from './collect-follow-ups.ts'
import { recordsFollowed, recordsNotified, recordsOf } from './records.ts'
import { corrects, isFollower, takesBackAnEnd } from './what-follows.ts'
import { partsCorrected } from './what-was-said.ts'
import type { Routes } from './who-was-notified.ts'

/** What follows on another event and comes before it: a queue keeps no order. */

/**
 * Remembers what follows on something that rules want, in case that is still to come.
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const rememberFollower = async (
  event: AttendanceEvent,
  { rules }: Routes,
  store: FollowerStore,
): Promise<void> => {
  const names = rules.flatMap(({ on }) => on)
  if (!isFollower(event, names)) return
  // No more than some destination may be shown.
  const shown = redactEvent(event, (kind) =>
    rules.map((rule) => showOfRoute(rule)(kind)).reduce(greaterOf, 'opaque'),
  )
  if (shown === null) return
  const follower = { id: event.id, event: written(shown) }
  for (const record of recordsOf(event)) await store.remember(record, follower)
}

/**
 * What an event (`by`) brings with it, and what that is to be read after, at its destination: that event, and of each record that
 * it follows on the last that is brought there as well, or that alone where it corrects that and not the event. An all-clear is
 * brought by no amendment that leaves it as it is.
 */
export type Brought = { addition: Addition; after: AttendanceEvent[]; by: AttendanceEvent }

/** What each destination is brought last of each record. */
const lastBrought = () => {
  const last = new Map<string, AttendanceEvent>()
  const keyOf = (destination: string, record: string) => `${destination} ${record}`
  return {
    followedBy: (event: AttendanceEvent, destination: string): AttendanceEvent[] => [
      ...new Set(
        recordsFollowed(event).flatMap((record) => last.get(keyOf(destination, record)) ?? []),
      ),
    ],
    note: (event: AttendanceEvent, destination: string): void => {
      for (const record of recordsNotified(event)) last.set(keyOf(destination, record), event)
    },
  }
}

/** Whether an all-clear need not be read again after an event: by an amendment that takes no end back nothing is open again. */
const leavesAllClear = (event: AttendanceEvent): boolean =>
  'changes' in event.data && !takesBackAnEnd(event)

/** Whether an event may open again what another puts an end to: what takes back the end of a break is an event of its clocking. */
const mayOpen = (earlier: AttendanceEvent, end: AttendanceEvent): boolean => {
  const records = [...recordsNotified(earlier), ...recordsFollowed(earlier)]
  return !leavesAllClear(earlier) && recordsFollowed(end).some((record) => records.includes(record))
}

/** Whether an event corrects what another one says. */
const correctsThat = (event: AttendanceEvent, earlier: AttendanceEvent): boolean => {
  const records = recordsNotified(earlier)
  const type = nameOfType(earlier)
  const said = type === 'clocking-amended' ? { type, parts: partsCorrected(earlier) } : { type }
  return recordsFollowed(event).some(
    (record) => records.includes(record) && corrects(event, [said], record),
  )
}

/** What is to be read before what an event brings. */
const readBefore = (original: AttendanceEvent) => {
  const last = lastBrought()
  const brought = new Map<string, AttendanceEvent[]>()
  const ofAllClear = (end: AttendanceEvent, destination: string): AttendanceEvent[] => [
    ...(leavesAllClear(original) ? [] : [original]),
    ...(brought.get(destination) ?? []).filter((earlier) => mayOpen(earlier, end)),
  ]
  const ofCorrection = (correction: AttendanceEvent, destination: string): AttendanceEvent[] => {
    const others = last.followedBy(correction, destination)
    const isOf = (earlier: AttendanceEvent) => correctsThat(correction, earlier)
    return !isOf(original) && others.some(isOf) ? others : [original, ...others]
  }
  return {
    of: (event: AttendanceEvent, { destination, waiting }: Addition): AttendanceEvent[] =>
      waiting.as === 'all-clear'
        ? ofAllClear(event, destination)
        : ofCorrection(event, destination),
    note: (event: AttendanceEvent, destination: string): void => {
      last.note(event, destination)
      brought.set(destination, [...(brought.get(destination) ?? []), event])
    },
  }
}

/**
 * What an event that people are notified of now brings with it: what followed on it and came before, for those whom
 * that concerns, and what followed on that.
 */
export const broughtBy = async (
  original: AttendanceEvent,
  { zone, ...routes }: Routes & { zone: string },
  { followers, notifications }: { followers: FollowerStore; notifications: NotificationStore },
  now: EpochMs,
): Promise<Brought[]> => {
  const found = await Promise.all(
    recordsOf(original).map((record) => followers.followersOf(record)),
  )
  const later = found
    .flat()
    .map(({ event }) => keptEvent(event))
    .filter((event) => event !== null)
    .filter(({ subject, sequence }) => subject === original.subject && sequence > original.sequence)
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  const records = new Set([...recordsNotified(original), ...recordsFollowed(original)])
  const brought: Brought[] = []
  const before = readBefore(original)
  // In their order: what one of them opens again, the next may settle.
  for (const event of later) {
    if (!recordsFollowed(event).some((record) => records.has(record))) continue
    const own = additionsOf(wantingsOf(event, routes.rules, zone), now)
    const added = await lateFollowUps(event, own, routes, notifications, now)
    const theirs = added
      .map(
        (addition): Brought => ({
          addition,
          after: before.of(event, addition),
          by: original,
        }),
      )
      .filter(({ after }) => after.length > 0)
    for (const { addition } of theirs) before.note(event, addition.destination)
    if (theirs.length > 0) for (const record of recordsNotified(event)) records.add(record)
    brought.push(...theirs)
  }
  return brought
}
