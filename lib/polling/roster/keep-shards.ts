import { type EpochMs, utc } from '../../attendance/moments.ts'
import { nobodyBehind } from '../../store/shard-record.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import type { Placed } from './membership.ts'

/** Creates the shards that newcomers need and writes down how many each shard has. */
export const keepShards = async (
  newcomers: readonly Placed[],
  places: ReadonlyMap<string, readonly string[]>,
  shards: Pick<ShardStore, 'create' | 'setMembers'>,
  now: () => EpochMs,
): Promise<void> => {
  for (const shardId of new Set(newcomers.map((each) => each.shardId))) {
    const count = newcomers.filter((each) => each.shardId === shardId).length
    const members = (places.get(shardId)?.length ?? 0) + count
    if (places.has(shardId)) await shards.setMembers(shardId, members)
    else
      await shards.create({
        shardId,
        members,
        polledThrough: utc(now()),
        absencesReadAt: null,
        behind: nobodyBehind,
        lossAcceptedAt: null,
      })
  }
}
