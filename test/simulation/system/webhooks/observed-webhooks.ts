import type { DeliveryRecord } from '../../../../lib/store/webhooks/delivery-record.ts'
import type { EndpointRecord } from '../../../../lib/store/webhooks/endpoint-record.ts'
import type { EpochMs } from '../../oracle/moments.ts'
import type { Outcome } from '../process.ts'

/** A request to an endpoint. */
export type EndpointRequest = {
  endpoint: string
  /** The `webhook-id`. */
  id: string
  process: string
  sentAt: EpochMs
  /** When it reached the receiver; null where it never did. */
  arrivedAt: EpochMs | null
  /** Whether the receiver has it since. */
  isKept: boolean
  headers: Readonly<Record<string, string>>
  body: string
  /** Whether the receiver could verify it. */
  isGenuine: boolean
  /** What its sender heard of it, with no status where that was none in time; null where it heard nothing. */
  heard: { at: EpochMs; status: number | null; retryAfter: number | null } | null
}

/** Something that befell an endpoint. */
export type AtEndpoint = { endpoint: string; at: EpochMs }

/** A run of the function that delivers. */
export type DeliveryRun = {
  endpoint: string
  startedAt: EpochMs
  endedAt: EpochMs
  outcome: Outcome<unknown>
  /** Whether a fault struck it: what it meant to write may not be there, or may come later. */
  isDisturbed: boolean
  /** Whether it was handed somebody's word that the endpoint is to go on. */
  isToResume: boolean
}

/** What became of webhooks. */
export type ObservedWebhooks = {
  requests: EndpointRequest[]
  /** When each endpoint's queue first had each event from the topic. */
  queued: Map<string, Map<string, EpochMs>>
  /** When an endpoint's queue first had each event of a replay or a snapshot. */
  replayed: Map<string, Map<string, EpochMs>>
  /** When each event was first kept for each endpoint, for certain. */
  kept: Map<string, Map<string, EpochMs>>
  /** What the topic brought an endpoint's queue once more. */
  broughtAgain: (AtEndpoint & { id: string })[]
  runs: Map<string, DeliveryRun>
  /** What failed in a run that came to its end, and was left to the queue. */
  problems: { process: string; error: unknown }[]
  /** When a message of an endpoint's queue was tried too often, such as a wake. */
  died: AtEndpoint[]
  /** What was given up. */
  deadLetters: (AtEndpoint & { id: string; process: string })[]
  resumed: AtEndpoint[]
  /** When a run reported that an endpoint fails, and since when. */
  failing: (AtEndpoint & { failingSince: string })[]
  /** When a run reported that an endpoint is stopped, and why. */
  stopped: (AtEndpoint & { process: string; reason: string; failingSince: string | null })[]
  /** When dead letters were moved back. */
  redrivenAt: EpochMs
  /** In the end: what is kept of each delivery, how each endpoint is, and how many dead letters there are. */
  records: Map<string, DeliveryRecord[]>
  endpoints: Map<string, EndpointRecord>
  deadInTheEnd: number
}

export const noWebhooksObserved = (): ObservedWebhooks => ({
  requests: [],
  queued: new Map(),
  replayed: new Map(),
  kept: new Map(),
  broughtAgain: [],
  runs: new Map(),
  problems: [],
  died: [],
  deadLetters: [],
  resumed: [],
  failing: [],
  stopped: [],
  redrivenAt: Number.POSITIVE_INFINITY,
  records: new Map(),
  endpoints: new Map(),
  deadInTheEnd: 0,
})
