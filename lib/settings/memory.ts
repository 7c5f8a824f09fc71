/**
 * The memory of `poll-shard`, in megabytes: what a poll holds at once grows with the shard
 * (docs/decisions/memory.md).
 */
export const pollShardMegabytes = (shardSize: number): number => (shardSize > 250 ? 512 : 256)

/** Likewise of `refresh-roster`, which holds the whole roster: enough for 100,000 employees. */
export const refreshRosterMegabytes = 1_024
