import { day, type EpochMs, hour, minute, utc } from '../../attendance/moments.ts'
import type { LoggedEvent, Tail } from './segment-record.ts'
import type { SegmentWriting } from './segment-store.ts'

/** Other writers were first at every position that was tried. */
export class ContendedLaneError extends Error {
  override readonly name = 'ContendedLaneError'
}

type Options = {
  /** For how many days a segment is kept. */
  days: number
  /** The clock of everything that is published. */
  now: () => EpochMs
  /** The clock of the machines, which DynamoDB drops records by. */
  machineNow: () => EpochMs
}

/** So many positions are tried for one segment. */
const mostTries = 10
/** What a writer remembers of a lane holds for so long: far shorter than any segment is kept. */
const memoryMs = 30 * minute
/** Clocks of two machines are never so far apart. */
const tolerance = hour
/**
 * Where all that was written since the tail was noted may have expired, so many positions are left out:
 * more than can have been written without a note.
 */
export const leftOut = 1_000

/** Appends to the event log. */
export type LogWriter = {
  /**
   * Appends events to a lane as one segment: a crash leaves all of them or none. Whatever is read up to a
   * position stays as it is: no position is taken before the one before it, or again.
   * @throws {ContendedLaneError}, and what the table throws; the segment may be there all the same
   */
  append: (lane: number, events: readonly LoggedEvent[], signal?: AbortSignal) => Promise<void>
}

/** What a writer must know of the end of a lane. */
type End = Pick<Tail, 'last' | 'writtenAt'>

/** A lane of which nothing is noted: that never expires. */
const beginning: Tail = { last: 0, lastExpiry: Number.POSITIVE_INFINITY, writtenAt: null }

/** A writer that remembers where each lane ends; another may write to it all the same. */
export const createLogWriter = (store: SegmentWriting, options: Options): LogWriter => {
  const { days, now, machineNow } = options
  const ends = new Map<number, End & { at: EpochMs }>()

  const canBeGone = ({ lastExpiry }: Tail): boolean =>
    machineNow() >= lastExpiry * 1_000 - tolerance

  /**
   * A segment that is kept for less time than those before it may be gone before them, and its position known to
   * nobody: that is noted before it is written.
   * @param expiry when a segment that is written now may be gone, in seconds since 1970
   */
  const noteIfShorter = async (
    lane: number,
    end: Tail,
    expiry: number,
    signal: AbortSignal | undefined,
  ): Promise<End> => {
    if (end.lastExpiry * 1_000 > expiry * 1_000 + tolerance)
      await store.note(lane, { ...end, lastExpiry: expiry }, signal)
    return end
  }

  /** The end as far as is known, or one that is certainly after it. */
  const endOf = async (
    lane: number,
    expiry: number,
    signal: AbortSignal | undefined,
  ): Promise<End> => {
    const known = ends.get(lane)
    if (known !== undefined && machineNow() - known.at < memoryMs) return known
    const tail = (await store.tail(lane, signal)) ?? beginning
    if (!canBeGone(tail)) return noteIfShorter(lane, tail, expiry, signal)
    const newest = await store.newest(lane, signal)
    // The tail lags: what is still kept was followed by nothing that is gone.
    if (newest !== null && newest.last > tail.last && !canBeGone(newest))
      return noteIfShorter(lane, newest, expiry, signal)
    const beyond = { ...tail, last: tail.last + leftOut, lastExpiry: expiry }
    // Else the next would leave out the same, though what is written now were gone by then.
    await store.note(lane, beyond, signal)
    return beyond
  }

  /** The end where others have written beyond what was known. */
  const laterEnd = async (
    lane: number,
    taken: number,
    expiry: number,
    signal: AbortSignal | undefined,
  ): Promise<End> => {
    const newest = await store.newest(lane, signal)
    return newest === null || newest.last < taken
      ? { last: taken, writtenAt: null }
      : noteIfShorter(lane, newest, expiry, signal)
  }

  return {
    append: async (lane, events, signal) => {
      const writtenAt = utc(now())
      const expiry = Math.ceil((machineNow() + days * day) / 1_000)
      const writeAfter = ({ last, writtenAt: previousAt }: End): Promise<boolean> => {
        const segment = { position: last + 1, writtenAt, events: [...events] }
        const placed = previousAt === null ? segment : { ...segment, previousAt }
        return store.create(lane, placed, expiry, signal)
      }
      let end = await endOf(lane, expiry, signal)
      for (let tries = 1; !(await writeAfter(end)); ) {
        if (tries++ === mostTries) throw new ContendedLaneError(`Lane ${lane} is contended`)
        // Another writer was first, or the tail was not noted: the segment there stays.
        end = await laterEnd(lane, end.last + 1, expiry, signal)
      }
      const last = end.last + 1
      ends.set(lane, { last, writtenAt, at: machineNow() })
      // Whoever appends next finds a tail that lags.
      await store.note(lane, { last, lastExpiry: expiry, writtenAt }, signal).catch(() => undefined)
    },
  }
}
