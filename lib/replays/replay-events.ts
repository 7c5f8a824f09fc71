import { type EpochMs, utc } from '../attendance/moments.ts'
import { lanes } from '../store/events/lanes.ts'
import { positionBefore, readAfter, recordedIn } from '../store/events/log-reader.ts'
import type { ReplayProgress, ReplayRequest } from '../store/events/replay-record.ts'
import type { ReplayStore } from '../store/events/replay-store.ts'
import type { LoggedEvent, PlacedSegment } from '../store/events/segment-record.ts'
import type { SegmentReading } from '../store/events/segment-store.ts'
import type { SendAgain } from './targets.ts'

/** What a replay reaches the world through. */
export type ReplayPorts = {
  log: SegmentReading
  replays: ReplayStore
  /** Sends up to ten events, in order. @throws where not all of them were taken */
  sendAgain: SendAgain
  /** The clock of the machines. */
  machineNow: () => EpochMs
  wait: (milliseconds: number) => Promise<void>
}

/** Somebody else works on the same replay. */
export class OvertakenReplayError extends Error {
  override readonly name = 'OvertakenReplayError'
}

/** So many events are sent at once: what one batch of SQS holds. */
const batchSize = 10

const isWanted =
  ({ types, employeeId }: ReplayRequest) =>
  ({ type, attributes }: LoggedEvent): boolean =>
    (types === null || types.includes(type)) &&
    (employeeId === null || attributes['employeeId'] === employeeId)

/** What is asked for of some segments, each event once; `seen` has the ids of those before. */
const newIn = (
  { events }: PlacedSegment,
  request: ReplayRequest,
  seen: Set<string>,
): LoggedEvent[] =>
  recordedIn(events, request.span)
    .filter(isWanted(request))
    .filter(({ id }) => {
      const isNew = !seen.has(id)
      seen.add(id)
      return isNew
    })

/** The ids of what is asked for, from where the span may begin to a position, both in one lane. */
const seenBefore = async (
  { log }: ReplayPorts,
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

/** Lets no more events go than so many a second. */
const throttled = (perSecond: number, { machineNow, wait }: ReplayPorts) => {
  let next = machineNow()
  return async (events: number): Promise<void> => {
    const now = machineNow()
    if (next > now) await wait(next - now)
    next = Math.max(next, now) + (events / perSecond) * 1_000
  }
}

const counted = (
  counts: ReplayProgress['counts'],
  events: readonly LoggedEvent[],
): ReplayProgress['counts'] => {
  const sums = { ...counts }
  for (const { type } of events) sums[type] = (sums[type] ?? 0) + 1
  return sums
}

/** Begins a replay: nothing is sent yet. */
export const beginReplay = async (
  id: string,
  request: ReplayRequest,
  { replays, machineNow }: Pick<ReplayPorts, 'replays' | 'machineNow'>,
): Promise<ReplayProgress> => {
  const at = utc(machineNow())
  const begun = { id, request, state: 'running' as const, startedAt: at, updatedAt: at }
  const saved = await replays.save({
    ...begun,
    lane: 0,
    position: 0,
    within: 0,
    counts: {},
    version: 0,
  })
  if (saved === null) throw new OvertakenReplayError('There is a replay of that id')
  return saved
}

/**
 * Goes on with a replay until a moment: sends what was recorded in its span, lane by lane in the order of the
 * log, each event once. How far it came is saved as it goes; where it is killed, the events since are sent
 * again, under the same ids.
 * @returns how far it is
 * @throws {OvertakenReplayError} and what sending throws; what was sent before is saved
 */
export const goOnWithReplay = async (
  begun: ReplayProgress,
  until: EpochMs,
  ports: ReplayPorts,
): Promise<ReplayProgress> => {
  const { log, replays, sendAgain, machineNow } = ports
  const { request } = begun
  let progress = begun
  const save = async (): Promise<void> => {
    const saved = await replays.save({ ...progress, updatedAt: utc(machineNow()) })
    if (saved === null) throw new OvertakenReplayError('Somebody else goes on with this replay')
    progress = saved
  }
  const inTurn = throttled(request.perSecond, ports)
  const send = async (events: readonly LoggedEvent[]): Promise<void> => {
    if (!request.isDryRun) {
      await inTurn(events.length)
      await sendAgain(request.to, events)
    }
    const { within, counts } = progress
    progress = { ...progress, within: within + events.length, counts: counted(counts, events) }
  }

  /** @returns whether there was time for all of it */
  const work = async (lane: number): Promise<boolean> => {
    const start = await positionBefore(log, lane, request.span.from)
    const begin = Math.max(start, progress.position)
    progress = { ...progress, position: begin }
    const seen = await seenBefore(ports, lane, [start, begin], request)
    for (;;) {
      const segments = await readAfter(log, lane, progress.position)
      if (segments.length === 0) return true
      for (const segment of segments) {
        const events = newIn(segment, request, seen)
        for (let next = events.slice(progress.within); next.length > 0; ) {
          if (machineNow() >= until) return false
          await send(next.slice(0, batchSize))
          next = events.slice(progress.within)
        }
        progress = { ...progress, position: segment.position, within: 0 }
      }
      if (machineNow() >= until) return false
      await save()
    }
  }

  try {
    while (progress.lane < lanes.length) {
      if (!(await work(progress.lane))) {
        await save()
        return progress
      }
      progress = { ...progress, lane: progress.lane + 1, position: 0, within: 0 }
    }
  } catch (error) {
    // What was sent need not be sent again.
    if (!(error instanceof OvertakenReplayError)) await save().catch(() => undefined)
    throw error
  }
  progress = { ...progress, state: 'done' }
  await save()
  return progress
}
