import { isRow, readAfter } from '../../store/events/log-reader.ts'
import { leftOut } from '../../store/events/log-writer.ts'
import type { PlacedSegment } from '../../store/events/segment-record.ts'
import type { SegmentReading, SegmentWriting } from '../../store/events/segment-store.ts'

/** What comes after a cursor is no longer kept as a whole. */
export class ExpiredCursorError extends Error {
  override readonly name = 'ExpiredCursorError'
}

/** Segments that are read at once from one lane. */
const segmentsAtOnce = 10

/**
 * Checks that nothing lies between a position and what was read after it.
 * @param isRecent whether nothing that came after the position can have expired yet
 * @throws {ExpiredCursorError}
 */
const checkNothingIsGone = (
  segments: readonly PlacedSegment[],
  position: number,
  isRecent: boolean,
): void => {
  if (isRow(segments, position)) return
  // A writer leaves so many positions out where all that a lane held had expired; more, and something lay there.
  const [first] = segments
  const isLeftOut = first !== undefined && first.position - position === leftOut + 1
  if (isRecent && isLeftOut && isRow(segments, first.position - 1)) return
  throw new ExpiredCursorError('Some of what follows has expired')
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

/**
 * The next segments after a position; none only where none ever followed.
 * @throws {ExpiredCursorError} where all that followed has expired, and nothing came since: only the tail knows of it
 */
const readOn = async (
  store: LaneReading,
  lane: number,
  position: number,
  isOfToday: boolean,
): Promise<PlacedSegment[]> => {
  const segments = await readAfter(store, lane, position, segmentsAtOnce)
  if (isOfToday || segments.length > 0) return segments
  const tail = await store.tail(lane)
  if (tail === null || tail.last <= position) return segments
  // Or somebody wrote just now.
  const since = await readAfter(store, lane, position, segmentsAtOnce)
  if (since.length === 0) throw new ExpiredCursorError('All that follows has expired')
  return since
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
  /**
   * Reads on, where nothing is left of what was read.
   * @throws {ExpiredCursorError}
   */
  fill: () => Promise<void>
}

/** Reads one lane in order, some segments ahead. */
export const createLaneFeed = (
  store: LaneReading,
  lane: number,
  from: number,
  { isRecent, isOfToday }: CursorAge,
): LaneFeed => {
  let position = from
  let isAtEnd = false
  let ahead: PlacedSegment[] = []
  return {
    lane,
    position: () => position,
    next: () => ahead[0],
    take: () => {
      position = ahead.shift()?.position ?? position
    },
    fill: async () => {
      if (isAtEnd || ahead.length > 0) return
      ahead = await readOn(store, lane, position, isOfToday)
      isAtEnd = ahead.length === 0
      checkNothingIsGone(ahead, position, isRecent)
    },
  }
}
