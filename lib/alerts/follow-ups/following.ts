import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { NotificationRecord } from '../../store/deliveries/notification-record.ts'
import type { NotificationStore } from '../../store/deliveries/notifications.ts'
import { greaterOf } from '../rules/levels.ts'
import { recordsFollowed } from './records.ts'
import { corrects, type FollowUp, settledAmong } from './what-follows.ts'
import {
  type Listener,
  listenersOf,
  type Routes,
  reopenedNotifications,
} from './who-was-notified.ts'

/** What an event is to a destination that was notified of what it follows on. */
export type Following = Listener & { followUp: FollowUp }

const merged = (one: Following | undefined, other: Following): Following =>
  one === undefined
    ? other
    : {
        destination: other.destination,
        followUp: one.followUp === 'correction' ? other.followUp : one.followUp,
        show: greaterOf(one.show, other.show),
        shows: (kind) => greaterOf(one.shows(kind), other.shows(kind)),
        isByType: one.isByType && other.isByType,
        originals: [...one.originals, ...other.originals],
      }

/**
 * Whether an event puts an end to what a destination was notified of as overdue, and is the first to do so
 * there: that may have several ends, as a break has its own and the clock-out. The same for every repeat.
 */
const isAllClear = async (
  event: AttendanceEvent,
  record: string,
  { destination, originals }: Listener,
  notifications: NotificationStore,
): Promise<boolean> => {
  let isFirst = false
  for (const overdue of settledAmong(event, originals))
    if (await notifications.clear(record, destination, overdue, event.id)) isFirst = true
  return isFirst
}

/** Whom an event concerns because they were notified of one of its records before, and how. */
const followingOn = async (
  event: AttendanceEvent,
  { record, notified }: { record: string; notified: readonly NotificationRecord[] },
  routes: Routes,
  notifications: NotificationStore,
): Promise<Following[]> => {
  const listeners = listenersOf(event, notified, routes)
  await notifications.note(reopenedNotifications(event, record, listeners))
  const following: Following[] = []
  for (const listener of listeners) {
    const isSettled = await isAllClear(event, record, listener, notifications)
    if (isSettled) following.push({ ...listener, followUp: 'all-clear' })
    else if (corrects(event, listener.originals, record))
      following.push({ ...listener, followUp: 'correction' })
  }
  return following
}

/** Whom an event concerns because they were notified of its records before, and how. */
export const followingOf = async (
  event: AttendanceEvent,
  routes: Routes,
  notifications: NotificationStore,
): Promise<Following[]> => {
  const records = recordsFollowed(event)
  const notified = await Promise.all(records.map((record) => notifications.whoWasNotified(record)))
  // Of each record for itself: the parts of a clocking have corrections of their own.
  const all = await Promise.all(
    records.map((record, n) =>
      followingOn(event, { record, notified: notified[n] ?? [] }, routes, notifications),
    ),
  )
  const following = new Map<string, Following>()
  for (const each of all.flat())
    following.set(each.destination, merged(following.get(each.destination), each))
  return [...following.values()]
}
