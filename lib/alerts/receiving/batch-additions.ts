import pLimit from 'p-limit'
import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { FollowerStore } from '../../store/deliveries/followers.ts'
import type { Notification, NotificationStore } from '../../store/deliveries/notifications.ts'
import { withFollowUps } from '../follow-ups/collect-follow-ups.ts'
import { broughtBy, rememberFollower } from '../follow-ups/early-followers.ts'
import { takesBackAnEnd } from '../follow-ups/what-follows.ts'
import {
  notificationsBefore,
  notificationsBy,
  type Routes,
} from '../follow-ups/who-was-notified.ts'
import { type KeptBefore, keptBefore, mayHaveComeBefore } from './already-notified.ts'
import { type Addition, additionsOf, type Wanting, wantingsOf } from './collect.ts'
import { onceMore } from './once-more.ts'

/** What finding out who is to be notified needs from outside. */
export type AdditionPorts = {
  notifications: NotificationStore
  followers: FollowerStore
  deliveries: Pick<DeliveryStore, 'keptAt'>
  now: () => EpochMs
  /** An event could not be added, and comes back. */
  onProblem: (id: string, error: unknown) => void
}

/** How many records are asked about at once, and remembered, by all events of a batch together. */
const concurrently = 16

/** What an event adds, with the id of its record. */
export type AdditionOf = Addition & { id: string }

type Attempt = <T>(id: string, work: () => T | Promise<T>) => Promise<T[]>

/** Tries what is to be done for an event: one for which it cannot be done fails alone. */
const attemptsOf =
  ({ onProblem }: Pick<AdditionPorts, 'onProblem'>, failed: Set<string>): Attempt =>
  async (id, work) => {
    try {
      return [await work()]
    } catch (error) {
      failed.add(id)
      onProblem(id, error)
      return []
    }
  }

/** The stores with a limit of this batch alone: a run that is killed must not hold up others. */
const limited = ({ notifications, followers, deliveries }: AdditionPorts) => {
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
    deliveries: {
      keptAt: (...args: Parameters<DeliveryStore['keptAt']>) =>
        limit(() => deliveries.keptAt(...args)),
    },
  }
}

type Settings = Routes & { zone: string }

/** Notes whom an event notifies, each destination for itself: where one cannot be noted, the others hear of it. */
const notingEach =
  ({ note }: Pick<NotificationStore, 'note'>, id: string, attempt: Attempt) =>
  async (notifications: readonly Notification[]): Promise<void> => {
    const byDestination = Map.groupBy(notifications, ({ destination }) => destination)
    await Promise.all([...byDestination.values()].map((each) => attempt(id, () => note(each))))
  }

/** Puts down what settles something, each destination for itself as well: where that fails, it is not settled yet. */
const clearingEach =
  (
    { clear }: Pick<NotificationStore, 'clear'>,
    id: string,
    attempt: Attempt,
  ): NotificationStore['clear'] =>
  async (...args) => {
    const [isFirst = false] = await attempt(id, () => clear(...args))
    return isFirst
  }

/** Where an event is to be told: nobody hears more of what does not wait for them yet. */
const routesBut = (unkept: ReadonlySet<string> | undefined, routes: Settings): Settings => ({
  ...routes,
  destinations: new Set([...routes.destinations].filter((each) => !unkept?.has(each))),
})

/** An event of a batch, with the id of its record and how often that was received, this time included. */
export type Received = { id: string; event: AttendanceEvent; receives: number }

/** An event, the rules that want it, what it adds by those, and where it is kept by rules before them. */
export type Wanted = {
  id: string
  event: AttendanceEvent
  wantings: readonly Wanting[]
  own: readonly Addition[]
  before: readonly KeptBefore[]
  /** The destinations for which it could not be kept waiting. */
  unkept?: ReadonlySet<string>
}

/**
 * What the events of a batch add by the rules that want them. Whatever follows on something is remembered before it waits anywhere: an
 * original that comes later, and finds that it has been told, has it told once more.
 * @param failed gets the ids of those that come back
 */
export const wantedIn = async (
  events: readonly Received[],
  ports: AdditionPorts,
  { zone, ...routes }: Settings,
  failed: Set<string>,
): Promise<Wanted[]> => {
  const now = ports.now()
  const { followers, deliveries } = limited(ports)
  const attempt = attemptsOf(ports, failed)
  const wanted = events.map(({ id, event, receives }) =>
    attempt(id, async () => {
      const wantings = wantingsOf(event, routes.rules, zone)
      const own = additionsOf(wantings, now)
      await rememberFollower(event, routes, followers)
      const isAgain = mayHaveComeBefore(event, receives, now)
      // What cannot be looked up keeps nobody from what rules of today want.
      const [before = []] = await attempt(id, () =>
        isAgain ? keptBefore(event, own, routes.destinations, deliveries) : [],
      )
      return { id, event, wantings, own, before }
    }),
  )
  return (await Promise.all(wanted)).flat()
}

/**
 * What the events of a batch add besides, because of earlier events or of later ones. Whoever is notified of a record
 * is noted before what follows on it is asked for: whichever of an original and its correction comes first,
 * in this batch or another, the later one finds the other. An event that cannot be added fails alone, and so does one
 * destination of it.
 * @param wanted whose own additions wait already: whoever finds that somebody is notified of an original finds that, too
 * @param failed gets the ids of those that come back
 */
export const additionsIn = async (
  wanted: readonly Wanted[],
  ports: AdditionPorts,
  routes: Settings,
  failed: Set<string>,
): Promise<AdditionOf[]> => {
  const now = ports.now()
  const stores = limited(ports)
  const attempt = attemptsOf(ports, failed)
  const notificationsOf = (id: string): NotificationStore => ({
    ...stores.notifications,
    note: notingEach(stores.notifications, id, attempt),
    clear: clearingEach(stores.notifications, id, attempt),
  })
  const noted = await Promise.all(
    wanted.map((each) =>
      attempt(each.id, async () => {
        const notifications = notificationsBy(each.event, each.wantings)
        await notificationsOf(each.id).note([
          ...notifications.filter(({ destination }) => !each.unkept?.has(destination)),
          ...notificationsBefore(each.event, each.before),
        ])
        return each
      }),
    ),
  )
  const added = await Promise.all(
    noted.flat().map(({ id, event, own, before, unkept }) =>
      attempt(id, async () => {
        const notifications = notificationsOf(id)
        const where = routesBut(unkept, routes)
        const followed = await withFollowUps(event, own, where, notifications, now)
        const isNotified = followed.length > 0 || before.length > 0
        const isOriginal = isNotified || takesBackAnEnd(event)
        const known = { ...stores, notifications }
        const brought = isOriginal ? await broughtBy(event, where, known, now) : []
        // Where the event itself is told now, what followed on it was perhaps told before.
        const there = new Set([...followed, ...before].map(({ destination }) => destination))
        const after = brought.flatMap((each) =>
          there.has(each.addition.destination) ? onceMore(each, now) : [each.addition],
        )
        const besides = followed.filter((each) => !own.includes(each))
        return [...besides, ...after].map((addition) => ({ id, ...addition }))
      }),
    ),
  )
  return added.flat(2)
}
