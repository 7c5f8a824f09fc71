import pLimit from 'p-limit'
import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import type { FollowerStore } from '../../store/deliveries/followers.ts'
import type { NotificationStore } from '../../store/deliveries/notifications.ts'
import { withFollowUps } from '../follow-ups/collect-follow-ups.ts'
import { broughtBy, rememberFollower } from '../follow-ups/early-followers.ts'
import { takesBackAnEnd } from '../follow-ups/what-follows.ts'
import { notificationsBy, type Routes } from '../follow-ups/who-was-notified.ts'
import { type Addition, additionsOf, wantingsOf } from './collect.ts'

/** What finding out who is to be notified needs from outside. */
export type AdditionPorts = {
  notifications: NotificationStore
  followers: FollowerStore
  now: () => EpochMs
  /** An event could not be added, and comes back. */
  onProblem: (id: string, error: unknown) => void
}

/** How many records are asked about at once, and remembered, by all events of a batch together. */
const concurrently = 16

type AdditionOf = Addition & { id: string }

/** The stores with a limit of this batch alone: a run that is killed must not hold up others. */
const limited = ({ notifications, followers }: AdditionPorts) => {
  const limit = pLimit(concurrently)
  return {
    notifications: {
      ...notifications,
      whoWasNotified: (record: string) => limit(() => notifications.whoWasNotified(record)),
    },
    followers: {
      remember: (...args: Parameters<FollowerStore['remember']>) =>
        limit(() => followers.remember(...args)),
      followersOf: (record: string) => limit(() => followers.followersOf(record)),
    },
  }
}

/**
 * What the events of a batch add. Whoever is notified of a record, and whatever follows on one, is noted
 * before either is asked for: whichever of an original and its correction comes first, in this batch
 * or another, the later one finds the other. An event that cannot be added fails alone.
 * @param failed gets the ids of those that come back
 */
export const additionsIn = async (
  events: readonly { id: string; event: AttendanceEvent }[],
  ports: AdditionPorts,
  routes: Routes & { zone: string },
  failed: Set<string>,
): Promise<AdditionOf[]> => {
  const now = ports.now()
  const stores = limited(ports)
  const attempt = async <T>(id: string, work: () => Promise<T>): Promise<T[]> => {
    try {
      return [await work()]
    } catch (error) {
      failed.add(id)
      ports.onProblem(id, error)
      return []
    }
  }
  const noted = await Promise.all(
    events.map(({ id, event }) =>
      attempt(id, async () => {
        const wantings = wantingsOf(event, routes.rules, routes.zone)
        const own = additionsOf(wantings, now)
        await stores.notifications.note(notificationsBy(event, wantings))
        await rememberFollower(event, routes, stores.followers)
        return { id, event, own }
      }),
    ),
  )
  const added = await Promise.all(
    noted.flat().map(({ id, event, own }) =>
      attempt(id, async () => {
        const followed = await withFollowUps(event, own, routes, stores.notifications, now)
        const isOriginal = followed.length > 0 || takesBackAnEnd(event)
        const brought = isOriginal ? await broughtBy(event, routes, stores, now) : []
        return [...followed, ...brought].map((addition) => ({ id, ...addition }))
      }),
    ),
  )
  return added.flat(2)
}
