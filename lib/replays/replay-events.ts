import type { EpochMs } from '../attendance/moments.ts'
import type { Privacy } from '../attendance/rules.ts'
import { sendableNow } from '../routing/logged-event.ts'
import { lanes } from '../store/events/lanes.ts'
import { isRecordedIn, positionBefore, readAfter, readKept } from '../store/events/log-reader.ts'
import type { ReplayProgress, ReplayRequest } from '../store/events/replay-record.ts'
import {
  isOf,
  type LoggedEvent,
  numbered,
  type PlacedSegment,
} from '../store/events/segment-record.ts'
import type { SegmentReading, SegmentWriting } from '../store/events/segment-store.ts'
import { inSlice, type PlacedEvent, type Slice, type SlicePorts } from './slice.ts'

/** What a replay reaches the world through, and what may leave it now. */
export type ReplayPorts = SlicePorts & {
  log: SegmentReading & Pick<SegmentWriting, 'tail'>
  privacy: Privacy
}

const isWanted = (event: LoggedEvent, { span, types, employeeId }: ReplayRequest): boolean =>
  isRecordedIn(event, span) &&
  (types === null || types.includes(event.type)) &&
  (employeeId === null || isOf(employeeId)(event))

/** What is asked for of a segment, each event once; `seen` has the ids of those before. */
const newIn = (segment: PlacedSegment, request: ReplayRequest, seen: Set<string>): PlacedEvent[] =>
  numbered(segment).filter(([, event]) => {
    if (seen.has(event.id) || !isWanted(event, request)) return false
    seen.add(event.id)
    return true
  })

/** The ids of what is asked for, from where the span may begin to a position, both in one lane. */
const seenBefore = async (
  log: SegmentReading,
  lane: number,
  [from, to]: readonly [number, number],
  request: ReplayRequest,
): Promise<Set<string>> => {
  const seen = new Set<string>()
  for (let position = from; position < to; ) {
    const segments = await readAfter(log, lane, position)
    for (const segment of segments) if (segment.position <= to) newIn(segment, request, seen)
    position = segments.at(-1)?.position ?? to
  }
  return seen
}

/** What may be sent now of some events, and how many of them cannot be read. */
const sendableOf = (events: readonly PlacedEvent[], privacy: Privacy) => {
  const sendable: PlacedEvent[] = []
  let unreadable = 0
  for (const [place, event] of events) {
    const now = sendableNow(event, privacy)
    if (now.kind === 'unreadable') unreadable++
    else if (now.entry !== null) sendable.push([place, now.entry])
  }
  return { sendable, unreadable }
}

/** Sends what is asked for of a lane. @returns whether there was time for all of it */
const sendLane = async (
  lane: number,
  request: ReplayRequest,
  { log, privacy }: ReplayPorts,
  { progress, move, save, send, isOver }: Slice,
): Promise<boolean> => {
  const start = await positionBefore(log, lane, request.span.from)
  // Where a part has expired meanwhile, the next segment is a whole one.
  if (start > progress().position) move({ position: start, within: 0 })
  const seen = await seenBefore(log, lane, [start, progress().position], request)
  for (;;) {
    const kept = await readKept(log, lane, progress().position, request.span.from)
    if (kept.isAnyGone) move({ isPartlyGone: true })
    const { segments } = kept
    if (segments.length === 0) return true
    for (const segment of segments) {
      const { sendable, unreadable } = sendableOf(newIn(segment, request, seen), privacy)
      if (!(await send(sendable))) return false
      const sum = progress().unreadable + unreadable
      move({ position: segment.position, within: 0, unreadable: sum })
    }
    if (isOver()) return false
    await save()
  }
}

/**
 * Goes on with a replay until a moment: sends what was recorded in its span, lane by lane in the order of the
 * log, each event once, and no more of it than `privacy` lets out now. How far it came is saved as it goes; where it is killed, the events since are sent
 * again, under the same ids.
 * @returns how far it is, how many events cannot be read, which are left out, and whether some may be gone
 * @throws {OvertakenReplayError} and what sending throws; what was sent before is saved
 */
export const goOnWithReplay = (
  begun: ReplayProgress,
  request: ReplayRequest,
  until: EpochMs,
  ports: ReplayPorts,
): Promise<ReplayProgress> =>
  inSlice(begun, until, ports, async (slice) => {
    for (let { lane } = begun; lane < lanes.length; lane++) {
      if (!(await sendLane(lane, request, ports, slice))) return false
      slice.move({ lane: lane + 1, position: 0, within: 0 })
    }
    return true
  })
