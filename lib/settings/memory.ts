/**
 * The memory of `poll-shard`, in megabytes: what a poll holds at once grows with the shard
 * (docs/decisions/memory.md).
 */
export const pollShardMegabytes = (shardSize: number): number => (shardSize > 250 ? 512 : 256)
