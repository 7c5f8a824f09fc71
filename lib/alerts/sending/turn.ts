import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Destination } from '../rules/destinations.ts'
import type { Outlets } from './outlet.ts'
import type { Parcel } from './parcel.ts'

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
  /** How many turns before this failed, one after another, that the same wake asked for. */
  failedTurns?: number
  /** It has failed for long, and this is its look of each quarter of an hour. */
  isPatient?: boolean
  /** The pauses before a message that failed is tried again in this turn, in milliseconds. */
  retries?: readonly number[]
}

/** What every turn of one batch has in common. */
export type BatchTurn = Omit<Turn, 'destination' | 'failedTurns' | 'isPatient'>

/** Why a turn ended before it said anything: another sender is at work, the destination asked to be left alone, or it is still too early after either. */
type Untold = 'busy' | 'throttled' | 'early'

/** What became of a turn: all is said, or the rest has to wait, or it failed, at all or at some of what there was. */
export type TurnEnd =
  | { kind: 'done' }
  | { kind: 'later'; at: number; why?: Untold }
  | { kind: 'gone' }
  /** Worth haste where the destination took something, or fails for the first time since: it may have asked to be left alone for hours. */
  | { kind: 'failed'; reason: string; isWorthHaste: boolean }

/** What is to be said in a turn. */
export type Business = {
  /** The parcels, asked for once what was said before is known. */
  parcels: () => Promise<readonly Parcel[]>
  /** Puts aside what the destination does not take, so that the rest can go on. @returns the ids of what waits no more */
  setAside: (parcel: Parcel, reason: string) => Promise<readonly string[]>
}
