import type { Lease } from '../../../lib/store/lease.ts'
import { Roster, type RosterStore } from '../../../lib/store/roster-store.ts'
import { UnreadableRecordError } from '../../../lib/store/schema.ts'
import { Shard } from '../../../lib/store/shard-record.ts'
import type { ShardStore } from '../../../lib/store/shard-store.ts'
import type { Effect } from '../system/process.ts'

type Leased = { lease: { owner: string; until: number } | null }

/** The records of shards and of the roster. */
export type RecordTables = {
  shards: Map<string, Leased & { shard: Shard }>
  roster: Leased & { roster: Roster }
}

export const createRecordTables = (): RecordTables => ({
  shards: new Map(),
  roster: { lease: null, roster: Roster.parse({}) },
})

const isFree = ({ lease }: Leased, { owner, now }: Lease): boolean =>
  lease === null || lease.until <= now || lease.owner === owner

const leased = ({ owner, until }: Lease) => ({ owner, until })

/** Which records cannot be read at present. */
export type Readability = { isShardUnreadable: (shardId: string) => boolean }

/** The store of shards, in memory, with the semantics of DynamoDB. */
export const memoryShardStore = (
  { shards }: RecordTables,
  effect: Effect,
  { isShardUnreadable }: Readability = { isShardUnreadable: () => false },
): ShardStore => ({
  all: () =>
    effect('database', 'read shards', () => ({
      shards: [...shards.values()]
        .filter(({ shard }) => !isShardUnreadable(shard.shardId))
        .map(({ shard }) => shard)
        .sort((a, b) => (a.shardId < b.shardId ? -1 : 1)),
      unreadable: [...shards.keys()].filter(isShardUnreadable),
    })),

  create: (shard) =>
    effect('database', `create shard ${shard.shardId}`, () => {
      if (!shards.has(shard.shardId))
        shards.set(shard.shardId, { shard: Shard.parse(shard), lease: null })
    }),

  setMembers: (shardId, members) =>
    effect('database', `count shard ${shardId}`, () => {
      const record = shards.get(shardId)
      if (record === undefined) throw new Error('ConditionalCheckFailedException')
      record.shard = { ...record.shard, members }
    }),

  takeLease: (shardId, lease) =>
    effect('database', `lease shard ${shardId}`, () => {
      const record = shards.get(shardId)
      if (record === undefined || !isFree(record, lease)) return null
      if (isShardUnreadable(shardId))
        throw new UnreadableRecordError(`shard ${shardId} cannot be read`)
      record.lease = leased(lease)
      return record.shard
    }),

  release: (shardId, owner) =>
    effect('database', `release shard ${shardId}`, () => {
      const record = shards.get(shardId)
      if (record?.lease?.owner === owner) record.lease = null
    }),

  acceptLoss: (shardId, at) =>
    effect('database', `accept loss of shard ${shardId}`, () => {
      const record = shards.get(shardId)
      if (record === undefined) throw new Error('ConditionalCheckFailedException')
      record.shard = { ...record.shard, lossAcceptedAt: at }
    }),

  finish: (shardId, owner, { polledThrough, absencesReadAt, behind }) =>
    effect('database', `finish shard ${shardId}`, () => {
      const record = shards.get(shardId)
      if (record?.lease?.owner !== owner) return false
      record.shard = Shard.parse({ ...record.shard, polledThrough, absencesReadAt, behind })
      record.lease = null
      return true
    }),
})

/** The store of the roster record, in memory, with the semantics of DynamoDB. */
export const memoryRosterStore = (tables: RecordTables, effect: Effect): RosterStore => {
  const record = tables.roster
  const endLease = (owner: string, changes: Partial<Roster>): void => {
    if (record.lease?.owner !== owner) return
    record.roster = { ...record.roster, ...changes }
    record.lease = null
  }
  return {
    takeLease: (lease) =>
      effect('database', 'lease roster', () => {
        if (!isFree(record, lease)) return null
        record.lease = leased(lease)
        return record.roster
      }),
    beginBaseline: (at) =>
      effect('database', 'begin baseline', () => {
        record.roster = { ...record.roster, baselineAt: record.roster.baselineAt ?? at }
        return record.roster.baselineAt ?? at
      }),
    finish: (owner, believed) =>
      effect('database', 'finish roster', () =>
        endLease(owner, { isBaselined: true, ...believed }),
      ),
    release: (owner) => effect('database', 'release roster', () => endLease(owner, {})),
  }
}
