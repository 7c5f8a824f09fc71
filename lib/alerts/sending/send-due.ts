import type { EpochMs } from '../../attendance/moments.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { Routes } from '../follow-ups/who-was-notified.ts'
import { lettersOf, type SendDeadLetter } from '../receiving/aside.ts'
import { destinationKey } from '../rules/destinations.ts'
import { type Counted, countTexts } from '../wording/counts.ts'
import { groupMessage } from '../wording/group-message.ts'
import type { Mailing } from '../wording/message.ts'
import type { Reading } from '../wording/phrase.ts'
import type { AlertWording } from '../wording/wording.ts'
import { gathered } from './due-groups.ts'
import { firstDue } from './first-due.ts'
import { whatGoesAlong } from './goes-along.ts'
import { asSeen, type Group, groupsOnly } from './group.ts'
import { inFull } from './in-full.ts'
import type { Outlet } from './outlet.ts'
import type { Parcel, Said } from './parcel.ts'
import { takeTurn } from './take-turn.ts'
import type { Turn, TurnEnd, TurnPorts } from './turn.ts'

/** What the messages are made by. */
export type Saying = Routes & {
  wording: AlertWording
  zone: string
  /** How much later than seen an event may come, because the queue gathers, in milliseconds. */
  graceMilliseconds: number
}

const countedIn = (groups: readonly Group[]): Counted => ({
  events: groups.flatMap(({ events }) => events),
  allClear: new Set(groups.flatMap(({ allClear }) => [...allClear])),
})

const mailingOf = (
  [first, ...others]: readonly [Group, ...Group[]],
  wording: AlertWording,
  reading: Reading,
): Mailing => {
  const groups = [first, ...others]
  // Namesakes are distinguished within all that is read at once.
  const people = groups.flatMap(({ events }) => events.map(({ data }) => data.employee))
  const shared = { ...reading, apart: wording.distinguish(people) }
  const messageOf = (group: Group) => groupMessage(group, wording, shared)
  return {
    messages: [messageOf(first), ...others.map(messageOf)],
    counts: countTexts(countedIn(groups), wording, reading),
  }
}

const parcelOf = (
  groups: readonly [Group, ...Group[]],
  wording: AlertWording,
  reading: Reading,
): Parcel => {
  const things = groups.flatMap((group) => group.things).toSorted(asSeen)
  const said = things.map((thing) => ({
    ids: thing.ids,
    follows: thing.follows,
    of: thing.shown.data.employee.id,
    thing,
  }))
  let made: Mailing | undefined
  const parcel: Parcel = {
    ids: groups.flatMap(({ ids }) => ids),
    about: new Set(said.map(({ of }) => of)),
    mailing: () => {
      made ??= mailingOf(groups, wording, reading)
      return made
    },
    said,
    only: (some) => {
      const wanted: ReadonlySet<Said> = new Set(some)
      const kept = new Set(said.flatMap((each) => (wanted.has(each) ? [each.thing] : [])))
      const [first, ...others] = groupsOnly(groups, kept)
      return first === undefined ? parcel : parcelOf([first, ...others], wording, reading)
    },
  }
  return parcel
}

/** One parcel for each group, or one for all, as far as they go into it, where the outlet gathers. */
const parcelsOf = (
  groups: readonly Group[],
  { isGathering, hasRoomFor }: Outlet,
  wording: AlertWording,
  reading: Reading,
): Parcel[] => {
  const all = isGathering ? gathered(groups) : groups.map((group): [Group] => [group])
  const hasRoom = (parcel: Parcel): boolean => {
    try {
      return hasRoomFor(parcel.mailing())
    } catch {
      // What cannot be put into words is left to its turn.
      return true
    }
  }
  return all.flatMap((each) => inFull(parcelOf(each, wording, reading), hasRoom))
}

/** The clock of what is said, how the machine waits for it, and where goes what is refused. */
export type DuePorts = {
  now: () => EpochMs
  machineNow: () => number
  /** How long the machine waits for some milliseconds of the clock `now`. */
  machineMilliseconds: (milliseconds: number) => number
  deadLetter: SendDeadLetter
}

type Clocks = Pick<DuePorts, 'now' | 'machineNow' | 'machineMilliseconds'>

/**
 * When a destination is to be looked at for something that is due at a moment, by the
 * machine's clock.
 * @param grace how much later than due, in milliseconds, where that is still to come
 */
export const lookAt = (dueAt: EpochMs, ports: Clocks, grace: number): number => {
  const wait = Math.max(0, dueAt - ports.now())
  return ports.machineNow() + ports.machineMilliseconds(wait) + (wait > 0 ? grace : 0)
}

/**
 * Sends what is due at a destination, and has whatever is left looked at when that is due. What
 * the destination refuses becomes a dead letter before it is let go of, so that a crash between
 * the two makes a second letter and never none.
 */
export const sendDue = async (
  turn: Turn,
  ports: TurnPorts & DuePorts,
  { wording, zone, graceMilliseconds, ...routes }: Saying,
): Promise<TurnEnd> => {
  const { destination } = turn
  const key = destinationKey(destination)
  let lookAgainAt: number | null = null
  let left: readonly Waiting[] = []
  const parcels = async () => {
    const reading = { now: ports.now(), zone }
    const due = await firstDue(key, ports.deliveries, routes, reading.now)
    left = due.left
    if (due.nextAt !== null) lookAgainAt = lookAt(due.nextAt, ports, graceMilliseconds)
    if (due.hasMore) lookAgainAt = ports.machineNow()
    return parcelsOf(due.groups, ports.outlets[destination.kind], wording, reading)
  }
  const setAside = async ({ ids }: Parcel, reason: string) => {
    const after = whatGoesAlong(ids, left)
    const refused = left.filter((each) => ids.includes(each.id) && !after.includes(each))
    for (const letter of lettersOf(key, reason, refused)) await ports.deadLetter(letter)
    const gone = [...new Set([...ids, ...after.map(({ id }) => id)])]
    await ports.deliveries.drop(key, gone)
    return gone
  }
  const end = await takeTurn(turn, ports, { parcels, setAside })
  return end.kind === 'done' && lookAgainAt !== null ? { kind: 'later', at: lookAgainAt } : end
}
