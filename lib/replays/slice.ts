import { type EpochMs, utc } from '../attendance/moments.ts'
import type { OutboxEntry } from '../attendance/state/state.ts'
import type { ReplayProgress } from '../store/events/replay-record.ts'
import type { ReplayStore } from '../store/events/replay-store.ts'
import type { Refusal } from './refusals.ts'
import type { SendAgain } from './targets.ts'

/** What sending in slices reaches the world through. */
export type SlicePorts = {
  replays: ReplayStore
  /** Sends up to ten events, in order. */
  sendAgain: SendAgain
  /** Told of what the queue refuses for what it is, and is left out. */
  onRefused: (refusals: readonly Refusal[]) => void
  /** The clock of everything that is published. */
  now: () => EpochMs
  /** The clock of the machines. */
  machineNow: () => EpochMs
  wait: (milliseconds: number) => Promise<void>
}

/** Somebody else works on the same replay. */
export class OvertakenReplayError extends Error {
  override readonly name = 'OvertakenReplayError'
}

/** So many events are sent at once: what one batch of SQS holds, and no more than may go in a second. */
const batchSizeAt = (perSecond: number): number => Math.max(1, Math.min(10, Math.floor(perSecond)))

/** Lets no more events go than so many a second; the slice before may have ended with as many as may go at once. */
const throttled = (perSecond: number, size: number, { machineNow, wait }: SlicePorts) => {
  let next = machineNow() + (size / perSecond) * 1_000
  return async (events: number): Promise<void> => {
    const now = machineNow()
    if (next > now) await wait(next - now)
    next = Math.max(next, now) + (events / perSecond) * 1_000
  }
}

const counted = (
  counts: ReplayProgress['counts'],
  events: readonly OutboxEntry[],
): ReplayProgress['counts'] => {
  const sums = { ...counts }
  for (const { type } of events) sums[type] = (sums[type] ?? 0) + 1
  return sums
}

/** So many of what a queue refuses are named in the note of a replay, the first. */
const mostNamed = 50

/** What a queue has refused in all. */
const refusedInAll = (
  { count, first }: NonNullable<ReplayProgress['refused']> = { count: 0, first: [] },
  refusals: readonly Refusal[],
): ReplayProgress['refused'] => ({
  count: count + refusals.length,
  first: [...first, ...refusals].slice(0, mostNamed),
})

/** Begins a replay or a snapshot: nothing is sent yet. */
export const beginSending = async (
  id: string,
  request: ReplayProgress['request'],
  { replays, now }: Pick<SlicePorts, 'replays' | 'now'>,
): Promise<ReplayProgress> => {
  const at = utc(now())
  const saved = await replays.save({
    id,
    request,
    state: 'running',
    startedAt: at,
    updatedAt: at,
    lane: 0,
    position: 0,
    within: 0,
    after: '',
    unreadable: 0,
    isPartlyGone: false,
    counts: {},
    version: 0,
  })
  if (saved === null) throw new OvertakenReplayError('There is a replay of that id')
  return saved
}

/** An event, and its place among those that it comes with: 0, 1, 2 and so on, also where others are missing. */
export type PlacedEvent = readonly [place: number, event: OutboxEntry]

/** How far a slice is, and what it does. */
export type Slice = {
  progress: () => ReplayProgress
  /** Notes how far it is, for the next save. */
  move: (to: Partial<ReplayProgress>) => void
  /** Whether the next events must wait for the next slice. */
  isOver: () => boolean
  save: () => Promise<void>
  /**
   * Sends some events, or counts them, as many as there is time for; `within` of the progress says before which
   * place they were sent already, and grows.
   * @returns whether all of them are sent now
   */
  send: (events: readonly PlacedEvent[]) => Promise<boolean>
}

/**
 * Goes on with a replay or a snapshot until a moment.
 * @param work returns whether it is done
 * @returns how far it is
 * @throws {OvertakenReplayError}, and what `work` throws; what was sent before is saved
 */
export const inSlice = async (
  begun: ReplayProgress,
  until: EpochMs,
  ports: SlicePorts,
  work: (slice: Slice) => Promise<boolean>,
): Promise<ReplayProgress> => {
  const { replays, sendAgain, onRefused, now, machineNow } = ports
  const { request } = begun
  const batchSize = batchSizeAt(request.perSecond)
  const inTurn = throttled(request.perSecond, batchSize, ports)
  let progress = begun
  /** However long reading takes, a slice that has begun sends something. */
  let hasSent = false
  const slice: Slice = {
    progress: () => progress,
    move: (to) => {
      progress = { ...progress, ...to }
    },
    isOver: () => machineNow() >= until,
    save: async () => {
      const saved = await replays.save({ ...progress, updatedAt: utc(now()) })
      if (saved === null) throw new OvertakenReplayError('Somebody else goes on with this replay')
      progress = saved
    },
    send: async (events) => {
      const left = events.filter(([place]) => place >= progress.within)
      for (let next = 0; next < left.length; next += batchSize) {
        if (slice.isOver() && hasSent) return false
        hasSent = true
        const places = left.slice(next, next + batchSize)
        const batch = places.map(([, event]) => event)
        let refusals: readonly Refusal[] = []
        if (!request.isDryRun) {
          await inTurn(batch.length)
          refusals = await sendAgain(request.to, batch)
        }
        const last = Math.max(...places.map(([place]) => place))
        const taken = batch.filter(({ id }) => !refusals.some((each) => each.id === id))
        slice.move({ within: last + 1, counts: counted(progress.counts, taken) })
        if (refusals.length > 0) {
          onRefused(refusals)
          slice.move({ refused: refusedInAll(progress.refused, refusals) })
        }
      }
      return true
    },
  }
  try {
    if (await work(slice)) slice.move({ state: 'done' })
  } catch (error) {
    // What was sent need not be sent again.
    if (!(error instanceof OvertakenReplayError)) await slice.save().catch(() => undefined)
    throw error
  }
  await slice.save()
  return progress
}
