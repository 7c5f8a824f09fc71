import { epochMs } from '../../attendance/moments.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import { broughtBy } from '../follow-ups/early-followers.ts'
import { destinationOf } from '../rules/destinations.ts'
import { type DuePorts, type Saying, sendDue } from '../sending/send-due.ts'
import type { Turn, TurnPorts } from '../sending/turn.ts'
import type { Aside } from './aside.ts'
import type { AdditionPorts } from './batch-additions.ts'
import { onceMoreAfter } from './collect.ts'
import { keepAdditions } from './keep-additions.ts'
import { keptEvent, type QueueMessage, readQueueMessage } from './queue-message.ts'
import { longestWake, type SendWake } from './wakes.ts'

/** A message of the alert queue, and how often it was received, this time included. */
export type QueueRecord = { id: string; body: string; receives: number }

export type AlertPorts = TurnPorts &
  DuePorts &
  AdditionPorts & {
    wake: SendWake
    onUnknown: (type: string) => void
    /** Something failed and comes back: a record of the queue, or a destination. */
    onProblem: (what: string, error: unknown) => void
  }

/** What every turn of one batch has in common. */
export type BatchTurn = Omit<Turn, 'destination' | 'failedTurns'>

type Read = { id: string; receives: number; message: QueueMessage }

/** A destination that did not take a message. */
class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

/** How early a wake may be, in milliseconds. */
const tolerance = 500

const readAll = (records: readonly QueueRecord[], ports: AlertPorts, failed: Set<string>): Read[] =>
  records.flatMap(({ id, body, receives }): Read[] => {
    try {
      return [{ id, receives, message: readQueueMessage(body) }]
    } catch (error) {
      failed.add(id)
      ports.onProblem(id, error)
      return []
    }
  })

/** Keeps waiting what the events add, and has each destination looked at when that is due. */
const collect = (
  read: readonly Read[],
  ports: AlertPorts,
  settings: Saying,
  failed: Set<string>,
): Promise<void> => {
  const events = read.flatMap(({ id, message }) =>
    message.kind === 'event' ? [{ id, event: message.event }] : [],
  )
  return keepAdditions(events, ports, settings, failed)
}

/**
 * Whoever received an event before may have kept it waiting and not have sent the wake for it, by
 * other rules than today's: then every destination is looked at.
 */
const lookEverywhere = async (
  read: readonly Read[],
  ports: AlertPorts,
  { destinations }: Saying,
  failed: Set<string>,
): Promise<void> => {
  const again = read.filter(({ receives, message }) => message.kind === 'event' && receives > 1)
  if (again.length === 0) return
  for (const destination of destinations)
    try {
      await ports.wake(destination, ports.machineNow())
    } catch (error) {
      for (const { id } of again) failed.add(id)
      ports.onProblem(destination, error)
    }
}

/** What of a destination has followed on what was put aside, and was perhaps sent without it. */
const followedOn = async (
  { aside: destination, waiting }: Aside,
  ports: AlertPorts,
  settings: Saying,
): Promise<Waiting[]> => {
  const followed: Waiting[] = []
  for (const { event } of waiting) {
    const original = keptEvent(event)
    if (original === null) continue
    const now = ports.now()
    const brought = await broughtBy(original, settings, ports, now)
    followed.push(
      ...brought
        .filter((each) => each.destination === destination)
        .map((each) => onceMoreAfter(original, each, now).waiting),
    )
  }
  return followed
}

/**
 * What was put aside waits again, with what followed on it, so that nobody reads of the end first and is left with
 * what it ended; and its destination is looked at.
 */
const takeBack = async (
  read: readonly Read[],
  ports: AlertPorts,
  settings: Saying,
  failed: Set<string>,
): Promise<void> => {
  for (const { id, message } of read) {
    if (message.kind !== 'aside') continue
    const { aside: destination, waiting } = message.aside
    try {
      const followed = await followedOn(message.aside, ports, settings)
      await ports.deliveries.add(destination, [...waiting, ...followed])
      await ports.wake(destination, ports.machineNow())
    } catch (error) {
      failed.add(id)
      ports.onProblem(destination, error)
    }
  }
}

/** One destination's turn; throws where it failed, so that the wakes that asked for it come back. */
const wakeUp = async (
  key: string,
  moments: readonly number[],
  turn: Omit<Turn, 'destination'>,
  ports: AlertPorts,
  settings: Saying,
): Promise<void> => {
  const now = ports.machineNow()
  // A wake for a moment that never comes would go round for ever, so it is due at once.
  const isEarly = (at: number) => at > now + tolerance && at <= now + longestWake
  for (const at of new Set(moments.filter(isEarly))) await ports.wake(key, at)
  if (moments.every(isEarly)) return
  const end = await sendDue({ ...turn, destination: destinationOf(key) }, ports, settings)
  if (end.kind === 'later') await ports.wake(key, end.at)
  if (end.kind === 'failed') throw new DeliveryError(`${key} could not be notified: ${end.reason}`)
}

/**
 * Handles a batch of the alert queue: events are kept waiting for the destinations of the rules
 * that want them; wakes have a destination notified of all that is due. Whatever fails comes back
 * alone: an event that could not be kept, a wake whose destination could not be notified.
 * @returns the ids of the records that failed
 */
export const handleBatch = async (
  records: readonly QueueRecord[],
  turn: BatchTurn,
  ports: AlertPorts,
  settings: Saying,
): Promise<ReadonlySet<string>> => {
  const failed = new Set<string>()
  const read = readAll(records, ports, failed)
  for (const { message } of read) if (message.kind === 'unknown') ports.onUnknown(message.type)
  await collect(read, ports, settings, failed)
  await lookEverywhere(read, ports, settings, failed)
  await takeBack(read, ports, settings, failed)

  const wakes = read.flatMap(({ id, receives, message }) =>
    message.kind === 'wake'
      ? [{ id, receives, key: message.wake.wake, at: epochMs(message.wake.at) }]
      : [],
  )
  const byDestination = Map.groupBy(wakes, ({ key }) => key)
  await Promise.all(
    [...byDestination].map(async ([key, all]) => {
      const moments = all.map(({ at }) => at)
      try {
        const failedTurns = Math.max(...all.map(({ receives }) => receives)) - 1
        await wakeUp(key, moments, { ...turn, failedTurns }, ports, settings)
      } catch (error) {
        for (const { id } of all) failed.add(id)
        ports.onProblem(key, error)
      }
    }),
  )
  return failed
}
