import type { LoggedEvent, PlacedSegment, Tail } from '../../../lib/store/events/segment-record.ts'
import type { SegmentReading, SegmentWriting } from '../../../lib/store/events/segment-store.ts'
import type { Effect } from '../system/process.ts'

type Lane = {
  tail: Tail | null
  segments: Map<number, PlacedSegment>
  /** When each of them may be gone. */
  expiries: Map<number, number>
}

/** Told of events that the log has from now on. */
export type OnLogged = (ids: readonly string[]) => void

/** The lanes of the event log. */
export type SegmentTable = Map<number, Lane>

const rowOf = ({ segments }: Lane): PlacedSegment[] =>
  [...segments.values()].toSorted((a, b) => a.position - b.position)

/** All that the log has, by lane and in order. */
export const eventsIn = (table: SegmentTable): Map<number, LoggedEvent[]> =>
  new Map([...table].map(([lane, each]) => [lane, rowOf(each).flatMap(({ events }) => events)]))

/** The store of the event log, in memory, with the semantics of DynamoDB. */
export const memorySegmentStore = (
  table: SegmentTable,
  effect: Effect,
  onLogged: OnLogged = () => {},
): SegmentWriting & SegmentReading => {
  const laneAt = (lane: number): Lane => {
    const found = table.get(lane) ?? { tail: null, segments: new Map(), expiries: new Map() }
    table.set(lane, found)
    return found
  }
  const inOrder = (lane: number): PlacedSegment[] => rowOf(laneAt(lane))

  return {
    tail: (lane) => effect('log', `read tail of lane ${lane}`, () => laneAt(lane).tail),

    newest: (lane) =>
      effect('log', `read end of lane ${lane}`, () => {
        const newest = inOrder(lane).at(-1)
        if (newest === undefined) return null
        const { position, writtenAt } = newest
        return { last: position, lastExpiry: laneAt(lane).expiries.get(position) ?? 0, writtenAt }
      }),

    create: (lane, segment, expiry) =>
      effect('log', `append to lane ${lane}`, () => {
        const { segments, expiries } = laneAt(lane)
        if (segments.has(segment.position)) return false
        segments.set(segment.position, structuredClone(segment))
        expiries.set(segment.position, expiry)
        onLogged(segment.events.map(({ id }) => id))
        return true
      }),

    note: (lane, tail) =>
      effect('log', `note tail of lane ${lane}`, () => {
        const at = laneAt(lane)
        const { last, lastExpiry } = at.tail ?? { last: -1, lastExpiry: 0 }
        if (last < tail.last || (last === tail.last && lastExpiry > tail.lastExpiry)) at.tail = tail
      }),

    after: (lane, position, limit) =>
      effect('log', `read lane ${lane}`, () =>
        inOrder(lane)
          .filter((each) => each.position > position)
          .slice(0, limit),
      ),

    before: (lane, position, limit) =>
      effect('log', `read lane ${lane} from its end`, () =>
        inOrder(lane)
          .filter((each) => each.position < position)
          .toReversed()
          .slice(0, limit),
      ),
  }
}
