import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { NotificationRecord } from '../../store/deliveries/notification-record.ts'
import type { NotificationStore } from '../../store/deliveries/notifications.ts'
import { notifiedAlready } from '../receiving/already-notified.ts'
import { idAtDestination } from '../receiving/collect.ts'
import { greaterOf, rulesTo } from '../rules/levels.ts'
import { corrects, type FollowUp, recordsFollowed, settledAmong } from './follow-ups.ts'
import {
  type Listener,
  listenersOf,
  type Routes,
  reopenedNotifications,
} from './who-was-notified.ts'

/** What an event is to a destination that was notified of what it follows on. */
export type Following = Listener & { followUp: FollowUp }

/** What is known of earlier notifications, and of what has gone out. */
export type FollowUpStores = {
  notifications: NotificationStore
  deliveries: Pick<DeliveryStore, 'delivered'>
}

const merged = (one: Following | undefined, other: Following): Following =>
  one === undefined
    ? other
    : {
        destination: other.destination,
        followUp: one.followUp === 'correction' ? other.followUp : one.followUp,
        show: greaterOf(one.show, other.show),
        isByType: one.isByType && other.isByType,
        originals: [...one.originals, ...other.originals],
      }

/** When the all-clear of something overdue is sent: with what puts an end to it, or after that. */
export type When = 'with its end' | 'after its end'

/** By what something overdue was settled; the same for every repeat. */
const settlerOf = ({ id }: AttendanceEvent, when: When): string =>
  when === 'after its end' ? `${id}#all-clear` : id

/** When an all-clear can be sent: after an end that has gone out already, which is no news any more. */
const whenAt = async (
  event: AttendanceEvent,
  destination: string,
  { rules }: Routes,
  { deliveries }: FollowUpStores,
): Promise<When> => {
  const end = { id: idAtDestination(event) }
  const gone = await notifiedAlready(destination, [end], rulesTo(destination, rules), deliveries)
  return gone.size > 0 ? 'after its end' : 'with its end'
}

/**
 * How an event puts an end to something that a destination was notified of as overdue, where it is the
 * first to do so there: that may have several ends, as a break has its own and the clock-out.
 */
const allClear = async (
  event: AttendanceEvent,
  record: string,
  { destination, originals }: Listener,
  routes: Routes,
  stores: FollowUpStores,
  wished: When,
): Promise<FollowUp | null> => {
  const settled = settledAmong(event, originals)
  if (settled.length === 0) return null
  const when = wished === 'with its end' ? await whenAt(event, destination, routes, stores) : wished
  const by = settlerOf(event, when)
  let isFirst = false
  for (const overdue of settled)
    if (await stores.notifications.clear(record, destination, overdue, by)) isFirst = true
  if (!isFirst) return null
  return when === 'with its end' ? 'all-clear' : 'late-all-clear'
}

/** Whom an event concerns because they were notified of one of its records before, and how. */
const followingOn = async (
  event: AttendanceEvent,
  { record, notified }: { record: string; notified: readonly NotificationRecord[] },
  routes: Routes,
  stores: FollowUpStores,
  when: When,
): Promise<Following[]> => {
  const listeners = listenersOf(event, notified, routes)
  await stores.notifications.note(reopenedNotifications(event, record, listeners))
  const following: Following[] = []
  for (const listener of listeners) {
    const types = listener.originals.map(({ type }) => type)
    const settled = await allClear(event, record, listener, routes, stores, when)
    if (settled !== null) following.push({ ...listener, followUp: settled })
    else if (corrects(event, types)) following.push({ ...listener, followUp: 'correction' })
  }
  return following
}

/** Whom an event concerns because they were notified of its records before, and how. */
export const followingOf = async (
  event: AttendanceEvent,
  routes: Routes,
  stores: FollowUpStores,
  when: When,
): Promise<Following[]> => {
  const { notifications } = stores
  const records = recordsFollowed(event)
  const notified = await Promise.all(records.map((record) => notifications.whoWasNotified(record)))
  // Of each record for itself: the parts of a clocking have corrections of their own.
  const all = await Promise.all(
    records.map((record, n) =>
      followingOn(event, { record, notified: notified[n] ?? [] }, routes, stores, when),
    ),
  )
  const following = new Map<string, Following>()
  for (const each of all.flat())
    following.set(each.destination, merged(following.get(each.destination), each))
  return [...following.values()]
}
