import type { Gone } from '../../store/deliveries/destination-record.ts'
import type { DestinationKind } from '../rules/destinations.ts'
import type { Mailing, Message } from '../wording/message.ts'

/** What became of a message. Reasons are words of this system or of the service, no addresses. */
export type Outcome =
  | { kind: 'sent' }
  /** The service asks to wait, in milliseconds. */
  | { kind: 'throttled'; retryAfter: number }
  /** The address is no longer there, or was never given. */
  | { kind: 'gone'; gone: Gone }
  /** This message is not taken, and would not be at another try; others may be. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string }

/** A way to people. */
export type Outlet = {
  /** Between two messages to one destination, in milliseconds. */
  interval: number
  /** Whether several groups go into one message. */
  isGathering: boolean
  /** Whether one message has room for all of this that is no mere news. What has not goes out in several. */
  hasRoomFor: (mailing: Mailing) => boolean
  /**
   * Sends one message. Of news that it has no room for it says how much there is.
   * @param name the channel or the audience
   * @param known an address of it that is known to be gone, which is not tried again
   * @param within how long an answer may take, in milliseconds, where that can be chosen
   */
  send: (name: string, mailing: Mailing, known: Gone | null, within?: number) => Promise<Outcome>
  /** Sends a message of which nothing may be left out, now, in as many parts as it takes. */
  sendWhole: (name: string, message: Message) => Promise<Outcome>
}
export type Outlets = Record<DestinationKind, Outlet>
