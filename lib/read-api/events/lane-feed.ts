import { readAfter } from '../../store/events/log-reader.ts'
import { leftOut } from '../../store/events/log-writer.ts'
import type { PlacedSegment } from '../../store/events/segment-record.ts'
import type { SegmentReading, SegmentWriting } from '../../store/events/segment-store.ts'

/** Segments that are read at once from one lane. */
const segmentsAtOnce = 10

/**
 * As many of the segments that were read after a position as follow on it with nothing between.
 * @param isRecent whether nothing that came after the position can have expired yet
 */
const unbroken = (
  segments: readonly PlacedSegment[],
  position: number,
  isRecent: boolean,
): PlacedSegment[] => {
  const [first] = segments
  // A writer leaves so many positions out where all that a lane held had expired; more, and something lay there.
  const isLeftOut = isRecent && first !== undefined && first.position - position === leftOut + 1
  const before = isLeftOut ? first.position - 1 : position
  const end = segments.findIndex((each, n) => each.position !== before + 1 + n)
  return end === -1 ? [...segments] : segments.slice(0, end)
}

/** What can have expired of what came after a cursor. */
export type CursorAge = {
  /** Nothing, as long as events are kept now. */
  isRecent: boolean
  /** Nothing, however long they were kept before. */
  isOfToday: boolean
}

/** What reading a lane needs. */
export type LaneReading = Pick<SegmentReading, 'after'> & Pick<SegmentWriting, 'tail'>

/** What was read after a position, and up to where something that lay there is gone; null where nothing is. */
type ReadOn = { segments: PlacedSegment[]; goneThrough: number | null }

/** The next segments after a position, none of which was left out; none also where none ever followed. */
const readOn = async (
  store: LaneReading,
  lane: number,
  position: number,
  { isRecent, isOfToday }: CursorAge,
): Promise<ReadOn> => {
  const read = await readAfter(store, lane, position, segmentsAtOnce)
  const [first] = read
  if (first !== undefined) {
    const segments = unbroken(read, position, isRecent)
    return { segments, goneThrough: segments.length === 0 ? first.position - 1 : null }
  }
  const none = { segments: [], goneThrough: null }
  if (isOfToday) return none
  // Where all that followed has expired, and nothing came since, only the tail knows of it.
  const tail = await store.tail(lane)
  if (tail === null || tail.last <= position) return none
  // Or somebody wrote just now.
  const [since] = await readAfter(store, lane, position, 1)
  return since === undefined
    ? { segments: [], goneThrough: tail.last }
    : readOn(store, lane, position, { isRecent, isOfToday })
}

/** A lane as it is read on from a position. */
export type LaneFeed = {
  lane: number
  /** Up to which it was taken. */
  position: () => number
  /** The next segment; undefined where none is known. */
  next: () => PlacedSegment | undefined
  /** Goes on to the segment after the next. */
  take: () => void
  /** Reads on, where nothing is left of what was read. */
  fill: () => Promise<void>
  /** Up to where something that follows is no longer kept; null where, as far as it was read, all of it is. */
  goneThrough: () => number | null
}

/** Reads one lane in order, some segments ahead. */
export const createLaneFeed = (
  store: LaneReading,
  lane: number,
  from: number,
  age: CursorAge,
): LaneFeed => {
  let position = from
  let isAtEnd = false
  let ahead: ReadOn = { segments: [], goneThrough: null }
  return {
    lane,
    position: () => position,
    next: () => ahead.segments[0],
    take: () => {
      position = ahead.segments.shift()?.position ?? position
    },
    fill: async () => {
      if (isAtEnd || ahead.segments.length > 0) return
      ahead = await readOn(store, lane, position, age)
      isAtEnd = ahead.segments.length === 0
    },
    goneThrough: () => ahead.goneThrough,
  }
}
