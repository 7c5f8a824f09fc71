import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { DestinationRecord } from '../../store/deliveries/destination-record.ts'
import { type Destination, destinationKey } from '../rules/destinations.ts'
import type { Mailing } from '../wording/message.ts'
import type { Outcome, Outlets } from './outlet.ts'

/** One message, what it says, and the ids of those whom it speaks of. */
export type Parcel = { ids: readonly string[]; mailing: Mailing; about: ReadonlySet<string> }

/** What deliveries need from outside. Moments and waits are the machine's, in milliseconds. */
export type TurnPorts = {
  deliveries: DeliveryStore
  outlets: Outlets
  machineNow: () => number
  sleep: (milliseconds: number) => Promise<void>
  onSent: (destination: Destination) => void
  onFailed: (destination: Destination, reason: string) => void
  onGone: (destination: Destination, reason: string) => void
  onRefused: (destination: Destination, reason: string) => void
}

/** One turn at a destination. */
export type Turn = {
  destination: Destination
  owner: string
  /** How long the lease runs, in milliseconds; longer than the function may. */
  leaseMilliseconds: number
  /** No message is begun after this. */
  deadline: number
  /** How long it is worth waiting for the destination to be ready. */
  patience: number
  /** The pauses before a message that failed is tried again in this turn, in milliseconds. */
  retries?: readonly number[]
}

/** What became of a turn: all is said, or the rest has to wait, or it failed. */
export type TurnEnd =
  | { kind: 'done' }
  | { kind: 'later'; at: number }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string }

/** How soon to look again where another sender has its turn. */
const busyMilliseconds = 5_000

/** What is to be said in a turn. */
export type Business = {
  /** The parcels, asked for once what was said before is known; each is made when its turn comes. */
  parcels: () => Promise<Iterable<Parcel>>
  /** Puts aside what the destination does not take, so that the rest can go on. */
  setAside: (parcel: Parcel, reason: string) => Promise<void>
}

/** The record of a destination after an outcome. */
const after = (
  outcome: Outcome,
  record: DestinationRecord,
  { ids }: Parcel,
  interval: number,
  now: number,
): DestinationRecord => {
  switch (outcome.kind) {
    case 'sent':
      return { sent: [...ids], notBefore: now + interval, gone: null }
    case 'throttled':
      return { ...record, notBefore: now + outcome.retryAfter }
    case 'gone':
      return { ...record, gone: outcome.gone }
    case 'refused':
      return { ...record, notBefore: now + interval }
    case 'failed':
      return record
  }
}

/** How a turn ends at an outcome that lets nothing follow; null where it goes on. */
const endAt = (
  outcome: Outcome,
  { notBefore }: DestinationRecord,
  { destination }: Turn,
  ports: TurnPorts,
): TurnEnd | null => {
  switch (outcome.kind) {
    case 'sent':
      ports.onSent(destination)
      return null
    case 'throttled':
      return { kind: 'later', at: notBefore }
    case 'gone':
      ports.onGone(destination, outcome.gone.reason)
      return { kind: 'gone' }
    case 'refused':
      ports.onRefused(destination, outcome.reason)
      return null
    case 'failed':
      ports.onFailed(destination, outcome.reason)
      return { kind: 'failed', reason: outcome.reason }
  }
}

const speaksOfAny = ({ about }: Parcel, of: ReadonlySet<string>): boolean =>
  [...about].some((id) => of.has(id))

/** Waits until the destination takes another message; false where that is too long. */
const isReady = async (
  { notBefore }: DestinationRecord,
  { deadline, patience }: Turn,
  { machineNow, sleep }: TurnPorts,
): Promise<boolean> => {
  const now = machineNow()
  const wait = Math.max(0, notBefore - now)
  if (wait > patience || now + wait >= deadline) return false
  if (wait > 0) await sleep(wait)
  return true
}

/** Sends a parcel; one that failed is tried again after each of the turn's pauses, while it has time. */
const send = async (
  { mailing }: Parcel,
  { gone }: DestinationRecord,
  turn: Turn,
  ports: TurnPorts,
): Promise<Outcome> => {
  const { destination, deadline, retries = [] } = turn
  const outlet = ports.outlets[destination.kind]
  const attempt = () => outlet.send(destination.name, mailing, gone)
  let outcome = await attempt()
  for (const pause of retries) {
    if (outcome.kind !== 'failed' || ports.machineNow() + pause >= deadline) break
    ports.onFailed(destination, outcome.reason)
    await ports.sleep(pause)
    outcome = await attempt()
  }
  return outcome
}

/**
 * Says what there is to say at one destination, one message after the other, under a lease, so
 * that its pace is kept and nothing is said by two at once. What a message said is noted in one
 * write right after it has gone out: only a crash between the two can make it repeat. A message
 * that the destination does not like is put aside, and the next one goes on. Where one fails, those that speak of nobody of whom it
 * does go on, so that one that always fails is not before all others for ever; a second one that fails ends the turn.
 */
export const takeTurn = async (
  turn: Turn,
  ports: TurnPorts,
  { parcels, setAside }: Business,
): Promise<TurnEnd> => {
  const { destination, owner } = turn
  const { deliveries, machineNow } = ports
  const key = destinationKey(destination)
  const now = machineNow()
  const lease = { owner, now, until: now + turn.leaseMilliseconds }
  let record = await deliveries.takeLease(key, lease)
  if (record === null) return { kind: 'later', at: now + busyMilliseconds }

  const settle = async (settled: DestinationRecord): Promise<DestinationRecord> => {
    if (settled.sent.length > 0) await deliveries.settle(key, settled.sent)
    return { ...settled, sent: [] }
  }
  const run = async (current: DestinationRecord): Promise<TurnEnd> => {
    record = await settle(current)
    let isJustRead = true
    let failed: { about: ReadonlySet<string>; end: TurnEnd } | null = null
    for (const parcel of await parcels()) {
      if (failed !== null && speaksOfAny(parcel, failed.about)) continue
      // Whoever was forgotten meanwhile is in what was read: it is read again.
      if (!isJustRead && !(await deliveries.areWaiting(key, parcel.ids)))
        return { kind: 'later', at: machineNow() }
      isJustRead = false
      if (!(await isReady(record, turn, ports)))
        return failed?.end ?? { kind: 'later', at: record.notBefore }
      const { interval } = ports.outlets[destination.kind]
      const outcome = await send(parcel, record, turn, ports)
      record = after(outcome, record, parcel, interval, machineNow())
      const end = endAt(outcome, record, turn, ports)
      if (end?.kind === 'failed' && failed === null) {
        failed = { about: parcel.about, end }
        continue
      }
      if (end !== null) return end
      if (outcome.kind === 'refused') await setAside(parcel, outcome.reason)
      await deliveries.recordSent(key, owner, record.sent, record.notBefore)
      record = await settle(record)
    }
    return failed?.end ?? { kind: 'done' }
  }
  try {
    return await run(record)
  } finally {
    await deliveries.release(key, owner, record)
  }
}
