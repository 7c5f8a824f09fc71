import { type EpochMs, epochMs, hour } from '../../attendance/moments.ts'
import { leftOut } from './log-writer.ts'
import { isOf, type LoggedEvent, type PlacedSegment } from './segment-record.ts'
import type { SegmentReading, SegmentWriting } from './segment-store.ts'

/** What reading needs. */
type Reading = Pick<SegmentReading, 'after' | 'before' | 'newest'>

/** Segments asked for at once, where it does not matter to whoever reads. */
const plenty = 50

/** Whether segments follow on a position, and on each other, with none left out. */
const isRow = (segments: readonly PlacedSegment[], position: number): boolean =>
  segments.every((each, n) => each.position === position + 1 + n)

/**
 * Up to `limit` segments after a position of a lane, in order. Whoever goes on after the last of them misses
 * nothing, while others write: a query is no snapshot, and may pass where a segment comes to stand before
 * it sees the next one. So a gap is looked at again; what is missing then has expired.
 */
export const readAfter = async (
  store: Pick<Reading, 'after'>,
  lane: number,
  position: number,
  limit = plenty,
): Promise<PlacedSegment[]> => {
  const segments = await store.after(lane, position, limit)
  const last = segments.at(-1)?.position
  if (last === undefined || isRow(segments, position)) return segments
  return (await store.after(lane, position, limit)).filter((each) => each.position <= last)
}

/** From when on may be written what was published since a moment: an hour of wrong clocks included. */
const writtenSince = (moment: string): EpochMs => epochMs(moment) - hour

/** Whether something that was written since a moment lay between a position and what was read after it. */
const isAnyBetween = (read: readonly PlacedSegment[], position: number, moment: string): boolean =>
  read.some(({ position: own, previousAt }, index) => {
    const before = read[index - 1]?.position ?? position
    const between = own - before - 1
    // Positions that a writer left out never had anything.
    if (between === 0 || between === leftOut) return false
    // Where it is not known, what a lane began with may have been the first.
    return previousAt === undefined ? before > 0 : epochMs(previousAt) >= writtenSince(moment)
  })

/** The next segments of a lane, and whether anything before them, or at its end, is gone. */
export type KeptSegments = { segments: PlacedSegment[]; isAnyGone: boolean }

/**
 * What is kept of a lane after a position, and whether something that was written there since a moment has
 * expired before what is older, as happens where events were kept for less time for a while.
 */
export const readKept = async (
  store: Pick<Reading, 'after'> & Pick<SegmentWriting, 'tail'>,
  lane: number,
  position: number,
  moment: string,
): Promise<KeptSegments> => {
  const segments = await readAfter(store, lane, position)
  if (segments.length > 0) return { segments, isAnyGone: isAnyBetween(segments, position, moment) }
  // Where nothing is left of a lane's end, only the tail knows of it.
  const tail = await store.tail(lane)
  const endedAt = tail !== null && tail.last > position ? tail.writtenAt : null
  if (endedAt === null || epochMs(endedAt) < writtenSince(moment))
    return { segments, isAnyGone: false }
  // Or somebody wrote just now.
  const [since] = await store.after(lane, position, 1)
  return since === undefined
    ? { segments, isAnyGone: true }
    : readKept(store, lane, position, moment)
}

/**
 * After which position of a lane all lies that was written since a moment, by the clock of what is
 * published. Events that were recorded since then lie there, too.
 */
export const positionBefore = async (
  store: Reading,
  lane: number,
  moment: string,
): Promise<number> => {
  const since = writtenSince(moment)
  let [low, high] = [0, (await store.newest(lane))?.last ?? 0]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [next] = await store.after(lane, middle, 1)
    if (next === undefined || next.position > high || epochMs(next.writtenAt) >= since)
      high = middle
    else low = next.position
  }
  return low
}

/** A moment from which on, and one before which, events were recorded: UTC. */
export type RecordedSpan = { from: string; to: string }

/** Whether an event was recorded in a span: what is at its end is not in it. */
export const isRecordedIn = (
  { recordedtime }: Pick<LoggedEvent, 'recordedtime'>,
  { from, to }: RecordedSpan,
): boolean => {
  const at = epochMs(recordedtime)
  return at >= epochMs(from) && at < epochMs(to)
}

/** Events of one employee, newest first, and where to go on: before which position; null at the end. */
export type History = { events: LoggedEvent[]; before: number | null }

/** How much of somebody's history is read. */
export type HistoryPage = {
  /** So many events at least, where there are so many: a segment is never read in part. */
  limit: number
  /** The position that the page before this one ended with. */
  before?: number | undefined
  /** So many segments at most, however few events they hold of somebody. */
  mostSegments?: number
  /** Which of their events count; all where left out. */
  isWanted?: (event: LoggedEvent) => boolean
}

/** What was published of an employee, newest first. A repeat is there again, under its id. */
export const newestOf = async (
  store: Pick<Reading, 'before'>,
  lane: number,
  employeeId: string,
  {
    limit,
    before = Number.MAX_SAFE_INTEGER,
    mostSegments = Infinity,
    isWanted = () => true,
  }: HistoryPage,
): Promise<History> => {
  const isOwn = isOf(employeeId)
  const events: LoggedEvent[] = []
  let position = before
  for (let read = 0; events.length < limit && read < mostSegments; ) {
    const segments = await store.before(lane, position, Math.min(plenty, mostSegments - read))
    if (segments.length === 0) return { events, before: null }
    for (const segment of segments) {
      position = segment.position
      read++
      const own = segment.events.filter((event) => isOwn(event) && isWanted(event))
      events.push(...own.toReversed())
      if (events.length >= limit) break
    }
  }
  return { events, before: position }
}
