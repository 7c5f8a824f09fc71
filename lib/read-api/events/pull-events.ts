import { day, type EpochMs, epochMs } from '../../attendance/moments.ts'
import { lanes } from '../../store/events/lanes.ts'
import { type LoggedEvent, numbered } from '../../store/events/segment-record.ts'
import { sizeInAnswer } from '../answer-size.ts'
import type { Cursor } from './cursor.ts'
import { createLaneFeed, type LaneFeed, type LaneReading } from './lane-feed.ts'

export type PullPorts = {
  segments: LaneReading
  now: () => EpochMs
  /** For how many days a segment is kept. */
  days: number
}

/** What one call takes from the log at most. */
export type PullLimits = {
  events: number
  /** Of the events together, in bytes of an answer; the first may be larger. */
  bytes: number
  segments: number
  /** When no more is read, by the clock of the machine. */
  isTimeUp: () => boolean
}

/** What comes next after a cursor is no longer kept as a whole. */
export class ExpiredCursorError extends Error {
  override readonly name = 'ExpiredCursorError'
  /** After what is gone, and before everything that was not read yet and is kept. */
  readonly beyond: Cursor

  constructor(beyond: Cursor) {
    super('Some of what follows has expired')
    this.beyond = beyond
  }
}

/** Some events, as they are in the log, and how far it was read for them. */
export type Pulled = { events: LoggedEvent[]; cursor: Cursor; isMore: boolean }

const placesIn = (feed: LaneFeed) => numbered(feed.next() ?? { events: [] })

/** Of some lanes the one whose next segment was written first: all move on together. */
const oldest = (feeds: readonly LaneFeed[]): LaneFeed | undefined =>
  feeds
    .flatMap((feed) => {
      const segment = feed.next()
      return segment === undefined ? [] : [{ feed, at: epochMs(segment.writtenAt) }]
    })
    .toSorted((a, b) => a.at - b.at)[0]?.feed

/** A cursor beyond what is gone. */
const beyondGone = (feeds: readonly LaneFeed[], within: Cursor['within']): Cursor => {
  const isGone = feeds.some(
    ({ lane, goneThrough }) => lane === within?.lane && goneThrough() !== null,
  )
  return {
    positions: feeds.map(({ goneThrough, position }) => goneThrough() ?? position()),
    within: isGone ? null : within,
    caughtUpAt: null,
  }
}

/**
 * Reads on after a cursor: what is wanted, lane by lane in order. What comes after the cursor that it gives is
 * exactly what was not read yet, however many write meanwhile, and whatever is wanted.
 * @throws {ExpiredCursorError} where what follows on the cursor itself is no longer kept: what comes before it is given first
 */
export const pullEvents = async (
  { segments, now, days }: PullPorts,
  cursor: Cursor,
  isWanted: (event: LoggedEvent) => boolean,
  limits: PullLimits,
): Promise<Pulled> => {
  const begun = now()
  const caughtUp = cursor.caughtUpAt ?? Number.NEGATIVE_INFINITY
  const age = { isRecent: caughtUp >= begun - days * day, isOfToday: caughtUp >= begun - day }
  const feeds = lanes.map((lane) =>
    createLaneFeed(segments, lane, cursor.positions[lane] ?? 0, age),
  )
  const events: LoggedEvent[] = []
  let [bytes, taken, within] = [0, 0, cursor.within]

  const isFull = ({ message }: LoggedEvent): boolean =>
    events.length === limits.events ||
    (events.length > 0 && bytes + sizeInAnswer(message) > limits.bytes)
  /** Takes what is wanted of the next segment of a lane. @returns whether that is all of it */
  const takeFrom = (feed: LaneFeed): boolean => {
    const from = within?.lane === feed.lane ? within.events : 0
    for (const [place, event] of placesIn(feed).filter(([each]) => each >= from)) {
      if (!isWanted(event)) continue
      if (isFull(event)) {
        within = place === 0 ? null : { lane: feed.lane, events: place }
        return false
      }
      events.push(event)
      bytes += sizeInAnswer(event.message)
    }
    if (within?.lane === feed.lane) within = null
    feed.take()
    return true
  }
  const answer = (isMore: boolean): Pulled => ({
    events,
    cursor: {
      positions: feeds.map((feed) => feed.position()),
      within,
      caughtUpAt: isMore ? null : begun,
    },
    isMore,
  })

  for (;;) {
    await Promise.all(feeds.map((feed) => feed.fill()))
    if (feeds.some(({ goneThrough }) => goneThrough() !== null)) {
      if (taken > 0) return answer(true)
      throw new ExpiredCursorError(beyondGone(feeds, within))
    }
    // Who was left in the middle of a segment comes first: there is one such place in a cursor.
    const begunLane = feeds.find(({ lane, next }) => lane === within?.lane && next() !== undefined)
    const feed = begunLane ?? oldest(feeds)
    if (feed === undefined) return answer(false)
    if (!takeFrom(feed)) return answer(true)
    if (++taken >= limits.segments || limits.isTimeUp()) return answer(true)
  }
}
