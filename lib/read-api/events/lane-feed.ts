import { isRow, readAfter } from '../../store/events/log-reader.ts'
import { leftOut } from '../../store/events/log-writer.ts'
import type { PlacedSegment } from '../../store/events/segment-record.ts'
import type { SegmentReading } from '../../store/events/segment-store.ts'

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
  store: Pick<SegmentReading, 'after'>,
  lane: number,
  from: number,
  isRecent: boolean,
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
      ahead = await readAfter(store, lane, position, segmentsAtOnce)
      isAtEnd = ahead.length === 0
      checkNothingIsGone(ahead, position, isRecent)
    },
  }
}
