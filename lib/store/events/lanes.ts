/**
 * The event log has so many lanes, however many shards there are: few enough to be asked one after the
 * other by whoever reads everything, and enough that writers seldom meet in one.
 */
const laneCount = 16

/** The number of every lane. */
export const lanes: readonly number[] = Array.from({ length: laneCount }, (_, lane) => lane)

/** The lane of a shard's employees: always the same, so that the events of each are in one order. */
export const laneOf = (shardId: string): number => Number(shardId) % laneCount
