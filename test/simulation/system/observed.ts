import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import type { RosterReport } from '../../../lib/polling/roster/roster-report.ts'
import type { PollReport } from '../../../lib/polling/shard/poll-report.ts'
import type { LoggedEvent } from '../../../lib/store/events/segment-record.ts'
import type { Deployment } from '../deployments.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Served, Written } from '../oracle/served.ts'
import type { Message } from '../ports/topic.ts'
import type { Disliked } from './alerts/picky-channels.ts'
import type { Spell } from './faults.ts'
import type { Outcome } from './process.ts'
import type { ObservedReplay } from './replays/observed-replays.ts'
import type { Troubles } from './troubles.ts'
import { noVersionsSeen, type VersionsSeen } from './versions.ts'
import { noWebhooksObserved, type ObservedWebhooks } from './webhooks/observed-webhooks.ts'

/** A run of a function that came to its end, or to an end. */
export type Run<Report> = {
  process: string
  startedAt: EpochMs
  endedAt: EpochMs
  outcome: Outcome<Report>
  deployment: Deployment
}

export type Poll = Run<PollReport> & {
  shardId: string
  /** The moment that it took for now, by its own clock; null where it did not come so far. */
  now: EpochMs | null
  /** Events that waited in the shard's outboxes when it began and that nobody has published since. */
  heldBack: string[]
  isDisturbed: boolean
  /** Up to when it might begin to ask, by its tick and by its clock, which may have stepped; null where that did not say. */
  askUntil: EpochMs | null
  /** Whether SNS hung while it ran. */
  didTopicHang: boolean
}

export type Refresh = Run<RosterReport> & {
  /** Whether an operator said that whoever is missing from it has left. */
  acceptsLoss: boolean
  isDisturbed: boolean
}

/** Where an event came into being. */
export type Origin = {
  process: string
  startedAt: EpochMs
  savedAt: EpochMs
  deployment: Deployment
}

/** A message that people got. */
export type Said = {
  at: EpochMs
  process: string
  startedAt: EpochMs
  /** `slack:office`. */
  destination: string
  /** The ids of the events that it tells, or the scheduled time of a digest. */
  things: readonly string[]
  /** Those of them that it tells as the end of something overdue. */
  allClears: ReadonlySet<string>
  /** The words of each. */
  sentences: ReadonlyMap<string, string>
  /** The ids of what it had no room for. */
  leftOut: readonly string[]
  /** All of it, as it went out. */
  bytes: string
}

/** What became of alerts. */
export type ObservedAlerts = {
  said: Said[]
  /** When the system put in writing that a destination was told an event, by both. */
  noted: Map<string, EpochMs[]>
  /** The destinations that have each digest, by each call that went well. */
  digests: { process: string; scheduledTime: string; sent: string[] }[]
  /** When the queue of the alerts had each event first; a topic may keep one back, and not the next. */
  queued: Map<string, EpochMs>
  /** When that queue had an event once more. */
  repeated: Map<string, EpochMs[]>
  /** The events that were tried too often, until an operator had them moved back. */
  movedBack: Set<string>
  /** When a dead letter had of a destination first what that was to be told, by both. */
  putAside: Map<string, EpochMs>
  /** How each run of a function ended. */
  ends: Map<string, Omit<Run<unknown>, 'deployment' | 'process'> & { isDisturbed: boolean }>
  /** When a destination did not take a message; and why, where it takes nothing that speaks of some people. */
  refusals: { destination: string; at: EpochMs; disliked: Disliked | null }[]
  /** When the webhooks of Slack's channels were gone. */
  gone: Spell[]
  /** When an operator gave what was tried too often another try. */
  recoveredAt: EpochMs | null
  /** What nobody was told in the end, and how many messages the queue gave up. */
  leftovers: { waiting: { destination: string; id: string }[]; dead: number }
}

/** A thing that is told and a destination in one word. */
export const tellingOf = (destination: string, thing: string): string => `${destination} ${thing}`

/** Likewise, of what is told as the end of something overdue. */
export const allClearOf = (destination: string, thing: string): string =>
  `${tellingOf(destination, thing)} all clear`

/** All that a message told: each thing, and once more what it told as an all-clear. */
export const tellingsIn = ({ destination, things, allClears }: Said): string[] => [
  ...things.map((thing) => tellingOf(destination, thing)),
  ...[...allClears].map((thing) => allClearOf(destination, thing)),
]

/** All that messages counted and did not tell. */
export const leftOutIn = ({ alerts }: Pick<Observed, 'alerts'>): Set<string> =>
  new Set(
    alerts.said.flatMap(({ destination, leftOut }) =>
      leftOut.map((thing) => tellingOf(destination, thing)),
    ),
  )

/** All that an observer outside of the system saw of a run. */
export type Observed = {
  alerts: ObservedAlerts
  webhooks: ObservedWebhooks
  /** What operators had sent to one subscriber. */
  replays: ObservedReplay[]
  /** Every message as subscribers got it, repeats included. */
  deliveries: { at: EpochMs; message: Message }[]
  /** What the topic took of whom. */
  published: { process: string; startedAt: EpochMs; at: EpochMs; body: string }[]
  /** Every answer of the API. */
  answers: Served[]
  /** Every write to the tables. */
  written: Written[]
  polls: Poll[]
  refreshes: Refresh[]
  /** By the id of the event. */
  origins: Map<string, Origin>
  /** What is saved in the end. */
  states: EmployeeState[]
  /** The moment of the first roster that was believed, UTC. */
  baselineAt: string | null
  calls: number
  /** Those of whom the topic once took no event, though it may have taken the next. */
  refusedByTopic: Set<string>
  /**
   * How everyone was at a moment in the middle, as somebody who subscribed then was told, and who had been
   * read once by then; null before it.
   */
  snapshot: { at: EpochMs; events: AttendanceEvent[]; baselined: ReadonlySet<string> } | null
  /** Likewise in the end. */
  lastSnapshot: AttendanceEvent[]
  /**
   * What the event log has in the end, by lane and in order, when it had each event first, and the ids that whoever
   * reads it all along saw.
   */
  log: {
    lanes: Map<number, LoggedEvent[]>
    at: ReadonlyMap<string, EpochMs>
    pulled: ReadonlySet<string>
  }
  /** Every request about employees, as it was sent. */
  sent: { process: string; at: EpochMs }[]
  /** When the service was slow, and which items and shards could not be read. */
  troubles: Troubles['spells']
  /** Which version of the code ran, and which records only the later one reads. */
  versions: VersionsSeen
}

export const nothingObserved = (): Observed => ({
  deliveries: [],
  published: [],
  answers: [],
  written: [],
  polls: [],
  refreshes: [],
  origins: new Map(),
  states: [],
  baselineAt: null,
  calls: 0,
  refusedByTopic: new Set(),
  snapshot: null,
  lastSnapshot: [],
  log: { lanes: new Map(), at: new Map(), pulled: new Set() },
  sent: [],
  troubles: { slow: [], unreadableItems: [], unreadableShards: [] },
  versions: noVersionsSeen(),
  webhooks: noWebhooksObserved(),
  replays: [],
  alerts: {
    said: [],
    noted: new Map(),
    queued: new Map(),
    repeated: new Map(),
    movedBack: new Set(),
    putAside: new Map(),
    digests: [],
    ends: new Map(),
    refusals: [],
    gone: [],
    recoveredAt: null,
    leftovers: { waiting: [], dead: 0 },
  },
})
