import { day, type EpochMs, hour, utc } from '../../attendance/moments.ts'
import { lanes } from '../../store/events/lanes.ts'
import { positionBefore } from '../../store/events/log-reader.ts'
import type { SegmentReading, SegmentWriting } from '../../store/events/segment-store.ts'
import type { Cursor } from './cursor.ts'

type Reading = Pick<SegmentReading, 'after' | 'before' | 'newest'> & Pick<SegmentWriting, 'tail'>

/** Whoever begins at the oldest has so long until that expires. */
const margin = hour

/** The last position of a lane that anything ever had, as far as is known. */
const endOf = async (store: Reading, lane: number): Promise<number> => {
  const tail = await store.tail(lane)
  const newest = await store.newest(lane)
  return Math.max(newest?.last ?? 0, tail?.last ?? 0)
}

const startOf = async (store: Reading, lane: number, from: string): Promise<number> => {
  // First, so that it is not after what is appended meanwhile.
  const end = await endOf(store, lane)
  const position = await positionBefore(store, lane, from)
  const [first] = await store.after(lane, position, 1)
  return first === undefined ? end : first.position - 1
}

/** Before everything that is kept, and still is for an hour. */
export const oldestKept = async (store: Reading, now: EpochMs, days: number): Promise<Cursor> => {
  // What is before it looks an hour further back.
  const from = utc(now - days * day + margin + hour)
  const positions = await Promise.all(lanes.map((lane) => startOf(store, lane, from)))
  return { positions, within: null, caughtUpAt: null }
}

/** After everything that is there now. */
export const latest = async (store: Reading, now: EpochMs): Promise<Cursor> => ({
  positions: await Promise.all(lanes.map((lane) => endOf(store, lane))),
  within: null,
  caughtUpAt: now,
})
