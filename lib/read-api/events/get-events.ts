import type * as z from 'zod'
import { minute } from '../../attendance/moments.ts'
import { isOf, type LoggedEvent } from '../../store/events/segment-record.ts'
import type { SegmentReading, SegmentWriting } from '../../store/events/segment-store.ts'
import { mostBytesOfAll } from '../answer-size.ts'
import type { EventsAnswer } from '../answers.ts'
import { ReadApiError } from '../problem.ts'
import type { EventsQuery } from '../requests.ts'
import { latest, oldestKept } from './beginnings.ts'
import {
  type Cursor,
  CursorError,
  cursorText,
  type Origin,
  OtherTableError,
  readCursor,
} from './cursor.ts'
import { ExpiredCursorError, type PullPorts, pullEvents } from './pull-events.ts'
import { type Showing, showingEach } from './shown-events.ts'

export type EventsPorts = Omit<PullPorts, 'segments'> & {
  segments: SegmentReading & Pick<SegmentWriting, 'tail'>
  /** The clock of the machine, in milliseconds. */
  machineNow: () => number
  /** Which table the events are in. */
  tableId: () => Promise<string>
}

export type EventsSettings = Showing & { source: string }

/** What one call does at most, so that it takes a second and Lambda takes its answer. */
const most = { bytes: mostBytesOfAll, segments: 500 }
const mostMilliseconds = 3_000
/** A cursor of the future is none: clocks of two machines are never so far apart. */
const tolerance = 5 * minute

const whoIsIn = 'and take from /presence who is in'

const restored = new ReadApiError(
  410,
  `after: the events were restored from a backup since, so this cursor may be ahead of them. Begin anew without after, or with after=latest, ${whoIsIn}`,
)

const cursorOf = (after: string, origin: Origin, now: number): Cursor => {
  try {
    const cursor = readCursor(after, origin)
    if ((cursor.caughtUpAt ?? 0) > now + tolerance) throw new CursorError('is not a cursor')
    return cursor
  } catch (error) {
    if (error instanceof OtherTableError) throw restored
    if (!(error instanceof CursorError)) throw error
    throw new ReadApiError(
      400,
      `after: ${error.message}: it must be the cursor of an answer, or latest`,
    )
  }
}

const gone = (days: number, beyond: string): ReadApiError =>
  new ReadApiError(
    410,
    `after: some of what follows this cursor is no longer kept, which events are for ${days} days. Go on after it with the cursor beside this, or with after=latest, ${whoIsIn}`,
    beyond,
  )

/**
 * `GET /events`: what was published after a cursor.
 * @throws {ReadApiError} 400 where the cursor is none, 410 where something after it has expired, or its table is another
 */
export const getEvents = async (
  { after, type, employee, limit }: z.infer<typeof EventsQuery>,
  ports: EventsPorts,
  { source, ...showing }: EventsSettings,
): Promise<EventsAnswer> => {
  const { segments, now, days, machineNow } = ports
  const origin = { source, tableId: await ports.tableId() }
  const answer = (cursor: Cursor) => cursorText(cursor, origin)
  if (after === 'latest')
    return { events: [], cursor: answer(await latest(segments, now())), isMore: false }
  const from =
    after === undefined ? await oldestKept(segments, now(), days) : cursorOf(after, origin, now())
  const types = type && new Set(type.map((name) => `attendance.${name}`))
  const until = machineNow() + mostMilliseconds
  const { isShown, shown } = showingEach(showing)
  const isWanted = (logged: LoggedEvent): boolean => {
    if (types?.has(logged.type) === false) return false
    if (employee !== undefined && !isOf(employee)(logged)) return false
    return isShown(logged)
  }
  try {
    const limits = { ...most, events: limit, isTimeUp: () => machineNow() >= until }
    const { events, cursor, isMore } = await pullEvents(ports, from, isWanted, limits)
    return { events: shown(events), cursor: answer(cursor), isMore }
  } catch (error) {
    throw error instanceof ExpiredCursorError ? gone(days, answer(error.beyond)) : error
  }
}
