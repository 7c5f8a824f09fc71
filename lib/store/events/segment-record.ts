import * as z from 'zod'
import { OutboxEntry } from '../../attendance/state/state.ts'
import { deflated, inflated } from '../packing.ts'
import { codec } from '../schema.ts'

/** An event as the log keeps it: to the byte as the topic took it. */
export type LoggedEvent = OutboxEntry

/** Whether an event is of an employee: an id is the same in either case. */
export const isOf =
  (employeeId: string) =>
  ({ attributes }: Pick<LoggedEvent, 'attributes'>): boolean =>
    attributes['employeeId']?.toLowerCase() === employeeId.toLowerCase()

/** What was published at once, by one writer. */
export const Segment = z.object({
  /** When it was written, UTC. */
  writtenAt: z.string(),
  /** When the one before it was written, as far as its writer knew: so it is known once that has expired. */
  previousAt: z.string().optional(),
  events: z.array(OutboxEntry),
  /** The places of events that were forgotten, as they were counted before; readers have counted so. */
  forgotten: z.array(z.int().min(0)).optional(),
})
export type Segment = z.infer<typeof Segment>

/** A segment and its place in its lane, from 1. */
export type PlacedSegment = Segment & { position: number }

/** The events of a segment, each with its place among those that were written: 0, 1, 2 and so on. */
export const numbered = (
  segment: Pick<Segment, 'events' | 'forgotten'>,
): (readonly [number, LoggedEvent])[] => {
  const forgotten = new Set(segment.forgotten)
  let place = -1
  return segment.events.map((event) => {
    do place++
    while (forgotten.has(place))
    return [place, event]
  })
}

export const segmentCodec = codec(
  'a segment of the event log',
  Segment,
  [(item) => item],
  (item) =>
    item['packed'] instanceof Uint8Array ? { ...item, events: inflated(item['packed']) } : item,
)

/** A segment as it is written: events of one employee, and one poll, have most of their text in common. */
export const segmentItem = ({ writtenAt, previousAt, events, forgotten }: Segment) => ({
  schema: segmentCodec.schema,
  writtenAt,
  ...(previousAt !== undefined && { previousAt }),
  ...(forgotten !== undefined && { forgotten }),
  packed: deflated(events),
})

/** What is known of the end of a lane. */
export const Tail = z.object({
  /** The last position; 0 where none was taken yet. */
  last: z.int().min(0),
  /** When its segment, or one after it, may be gone, in seconds since 1970. */
  lastExpiry: z.number(),
  /** When the last segment was written, UTC; null where there was none, or that was not noted. */
  writtenAt: z.string().nullable().default(null),
})
export type Tail = z.infer<typeof Tail>

export const tailCodec = codec("a lane's tail", Tail, [(item) => item])
