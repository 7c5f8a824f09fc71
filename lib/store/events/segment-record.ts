import * as z from 'zod'
import { OutboxEntry } from '../../attendance/state/state.ts'
import { deflated, inflated } from '../packing.ts'
import { codec } from '../schema.ts'

/** An event as the log keeps it: to the byte as the topic took it. */
export type LoggedEvent = OutboxEntry

/** What was published at once, by one writer. */
export const Segment = z.object({
  /** When it was written, UTC. */
  writtenAt: z.string(),
  events: z.array(OutboxEntry),
})
export type Segment = z.infer<typeof Segment>

/** A segment and its place in its lane, from 1. */
export type PlacedSegment = Segment & { position: number }

export const segmentCodec = codec(
  'a segment of the event log',
  Segment,
  [(item) => item],
  (item) =>
    item['packed'] instanceof Uint8Array ? { ...item, events: inflated(item['packed']) } : item,
)

/** A segment as it is written: events of one employee, and one poll, have most of their text in common. */
export const segmentItem = ({ writtenAt, events }: Segment) => ({
  schema: segmentCodec.schema,
  writtenAt,
  packed: deflated(events),
})

/** Which position of a lane was the last, and when its segment may be gone, in seconds since 1970. */
export const Tail = z.object({ last: z.int().min(1), lastExpiry: z.number() })
export type Tail = z.infer<typeof Tail>

export const tailCodec = codec("a lane's tail", Tail, [(item) => item])
