import type { DuePorts, Saying } from '../sending/send-due.ts'
import type { BatchTurn, TurnPorts } from '../sending/turn.ts'
import type { AdditionPorts } from './batch-additions.ts'
import { keepAdditions } from './keep-additions.ts'
import { type QueueMessage, readQueueMessage } from './queue-message.ts'
import { takeBack } from './take-back.ts'
import { wakeDestination } from './wake-destination.ts'
import type { SendWake } from './wakes.ts'

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

type Read = { id: string; receives: number; message: QueueMessage }

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
  const events = read.flatMap(({ id, receives, message }) =>
    message.kind === 'event' ? [{ id, receives, event: message.event }] : [],
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
  const letters = read.flatMap(({ id, message }) =>
    message.kind === 'aside' ? [{ id, aside: message.aside }] : [],
  )
  await takeBack(letters, ports, settings, failed)

  const wakes = read.flatMap(({ id, receives, message }) =>
    message.kind === 'wake' ? [{ id, receives, wake: message.wake }] : [],
  )
  const byDestination = Map.groupBy(wakes, ({ wake }) => wake.wake)
  await Promise.all(
    [...byDestination].map(([key, all]) =>
      wakeDestination(key, all, turn, ports, settings, failed),
    ),
  )
  return failed
}
