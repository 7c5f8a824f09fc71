import { day, type EpochMs, hour, minute, utc } from '../../attendance/moments.ts'
import type { LoggedEvent } from './segment-record.ts'
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

/** A writer that remembers where each lane ends; another may write to it all the same. */
export const createLogWriter = (store: SegmentWriting, options: Options): LogWriter => {
  const { days, now, machineNow } = options
  const ends = new Map<number, { last: number; at: EpochMs }>()

  /**
   * The last position as far as is known, or one that is certainly after it.
   * @param expiry when a segment that is written now may be gone, in seconds since 1970
   */
  const endOf = async (
    lane: number,
    expiry: number,
    signal: AbortSignal | undefined,
  ): Promise<number> => {
    const known = ends.get(lane)
    if (known !== undefined && machineNow() - known.at < memoryMs) return known.last
    const tail = await store.tail(lane, signal)
    if (tail === null) return 0
    const { last, lastExpiry } = tail
    const canAnyBeGone = machineNow() >= lastExpiry * 1_000 - tolerance
    // Kept for less time than those before it, a segment may be gone before them, and its position known to nobody.
    const isShorter = lastExpiry * 1_000 > expiry * 1_000 + tolerance
    if (isShorter) await store.note(lane, { last, lastExpiry: expiry }, signal)
    return last + (canAnyBeGone ? leftOut : 0)
  }

  return {
    append: async (lane, events, signal) => {
      const segment = { writtenAt: utc(now()), events: [...events] }
      const expiry = Math.ceil((machineNow() + days * day) / 1_000)
      let position = 1 + (await endOf(lane, expiry, signal))
      for (let tries = 1; !(await store.create(lane, { position, ...segment }, expiry, signal)); ) {
        if (tries++ === mostTries) throw new ContendedLaneError(`Lane ${lane} is contended`)
        // Another writer was first, or the tail was not noted: the segment there stays.
        position = 1 + Math.max(position, await store.newest(lane, signal))
      }
      ends.set(lane, { last: position, at: machineNow() })
      // Whoever appends next finds a tail that lags.
      await store.note(lane, { last: position, lastExpiry: expiry }, signal).catch(() => undefined)
    },
  }
}
