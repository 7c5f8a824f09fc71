import { lanes } from '../../../lib/store/events/lanes.ts'
import { readAfter } from '../../../lib/store/events/log-reader.ts'
import { type EpochMs, hour } from '../oracle/moments.ts'
import { memorySegmentStore, type SegmentTable } from '../ports/segment-table.ts'
import type { Effect } from './process.ts'
import type { Scheduler } from './scheduler.ts'

const atOnce: Effect = async (_service, _name, act) => act()

/** Somebody who reads the event log every hour, and remembers of each lane how far. */
export const startPuller = (table: SegmentTable, scheduler: Scheduler, from: EpochMs) => {
  const store = memorySegmentStore(table, atOnce)
  const positions = new Map<number, number>()
  const pulled = new Set<string>()

  const pullFrom = async (lane: number): Promise<void> => {
    const segments = await readAfter(store, lane, positions.get(lane) ?? 0)
    for (const { position, events } of segments) {
      positions.set(lane, position)
      for (const { id } of events) pulled.add(id)
    }
  }
  const pull = async (): Promise<void> => {
    await Promise.all(lanes.map(pullFrom))
  }
  const next = (): void => {
    void pull()
    scheduler.at(scheduler.now() + hour, next)
  }
  scheduler.at(from, next)
  return { pulled }
}
