import { Delivered } from '../../../lib/store/delivered.ts'
import type { Lease } from '../../../lib/store/lease.ts'
import { type Roster, type RosterStore, rosterCodec } from '../../../lib/store/roster-store.ts'
import { UnreadableRecordError } from '../../../lib/store/schema.ts'
import { shardCodec } from '../../../lib/store/shard-record.ts'
import type { ShardStore } from '../../../lib/store/shard-store.ts'
import type { Effect } from '../system/process.ts'
import { anybody, codecUnder, type Item, type Worker } from './code-version.ts'

/** A record as it lies in the table, and its lease. */
type Leased = {
  item: Item
  /** It ends, and its owner stays: the last who had it. */
  lease: { owner: string; until: number | null } | null
}

/** The records of shards and of the roster. */
export type RecordTables = { shards: Map<string, Leased>; roster: Leased }

export const createRecordTables = (): RecordTables => ({
  shards: new Map(),
  roster: { item: {}, lease: null },
})

const isFree = ({ lease }: Leased, { owner, now }: Lease): boolean =>
  lease === null || lease.until === null || lease.until <= now || lease.owner === owner

const isHeldBy = ({ lease }: Leased, owner: string): boolean =>
  lease !== null && lease.owner === owner && lease.until !== null

const leased = ({ owner, until }: Lease) => ({ owner, until })

/** Nobody's memory of a shard holds any more. */
const dropRevision = (record: Leased, owner: string): void => {
  const { revisedBy: _gone, ...others } = record.item
  record.item = { ...others, disturbed: record.lease?.owner ?? owner }
}

/** Which records cannot be read at present, whoever reads them. */
export type Readability = { isShardUnreadable: (shardId: string) => boolean }

/** The store of shards, in memory, with the semantics of DynamoDB. */
export const memoryShardStore = (
  { shards }: RecordTables,
  effect: Effect,
  { isShardUnreadable }: Readability = { isShardUnreadable: () => false },
  { version, onChange }: Worker = anybody,
): ShardStore => {
  const codec = codecUnder(version, 'shard', shardCodec)
  const put = (id: string, record: Leased | null, after: Item): void => {
    onChange({ kind: 'shard', id, before: record?.item ?? null, after })
    if (record === null) shards.set(id, { item: after, lease: null })
    else record.item = after
  }
  /** Changes a field of a record that is there, as it is; one of a later version stays. */
  const change = (shardId: string, fields: Item): void => {
    const record = shards.get(shardId)
    if (record === undefined) throw new Error('ConditionalCheckFailedException')
    if (codec.mayChange(record.item)) put(shardId, record, { ...record.item, ...fields })
  }

  return {
    all: () =>
      effect('database', 'read shards', () => {
        const read = [...shards]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([id, { item }]) => ({ id, is: codec.read(item) }))
        const isReadable = ({ id, is }: (typeof read)[number]): boolean =>
          is.kind === 'read' && !isShardUnreadable(id)
        return {
          shards: read.filter(isReadable).flatMap(({ is }) => (is.kind === 'read' ? is.value : [])),
          unreadable: read.filter((each) => !isReadable(each)).map(({ id }) => id),
        }
      }),

    create: (shard) =>
      effect('database', `create shard ${shard.shardId}`, () => {
        if (!shards.has(shard.shardId)) put(shard.shardId, null, codec.written(shard))
      }),

    setMembers: (shardId, members) =>
      effect('database', `count shard ${shardId}`, () => change(shardId, { members })),

    takeLease: (shardId, lease) =>
      effect('database', `lease shard ${shardId}`, () => {
        const record = shards.get(shardId)
        if (record === undefined || !isFree(record, lease)) return null
        if (isShardUnreadable(shardId))
          throw new UnreadableRecordError(`shard ${shardId} cannot be read`)
        const shard = codec.parse(record.item)
        const { revisedBy, disturbed } = record.item
        const last = record.lease?.owner
        const isEnded = last !== undefined && last === revisedBy && last !== disturbed
        record.lease = leased(lease)
        const poll = Number(record.item['polls'] ?? lease.now) + 1
        record.item = { ...record.item, polls: poll }
        const { revision, ...others } = shard
        return { ...others, poll, ...(isEnded && revision !== undefined && { revision }) }
      }),

    release: (shardId, owner) =>
      effect('database', `release shard ${shardId}`, () => {
        const record = shards.get(shardId)
        if (record === undefined) return
        if (isHeldBy(record, owner)) record.lease = null
        else if (codec.mayChange(record.item)) dropRevision(record, owner)
      }),

    acceptLoss: (shardId, at) =>
      effect('database', `accept loss of shard ${shardId}`, () =>
        change(shardId, { lossAcceptedAt: at }),
      ),

    noteEdit: (shardId, edit) =>
      effect('database', `note edit of shard ${shardId}`, () => change(shardId, { edit })),

    finish: (shardId, owner, progress) =>
      effect('database', `finish shard ${shardId}`, () => {
        const record = shards.get(shardId)
        if (record === undefined) return false
        if (!isHeldBy(record, owner)) {
          if (codec.mayChange(record.item)) dropRevision(record, owner)
          return false
        }
        const {
          polledThrough,
          absencesReadAt,
          behind,
          revision = owner,
          delivered,
          needs,
          resting,
        } = progress
        const fields = { polledThrough, absencesReadAt, behind, revision, revisedBy: owner }
        const { resting: _before, ...withoutResting } = record.item
        const after = {
          ...withoutResting,
          ...fields,
          ...(delivered && { delivered }),
          ...(needs && { needs }),
          ...(resting && { resting }),
        }
        put(shardId, record, codec.written(after))
        record.lease = { owner, until: null }
        return true
      }),
  }
}

const readRoster = ({ roster }: RecordTables, { version }: Worker): Roster =>
  codecUnder(version, 'roster', rosterCodec).parse(roster.item)

/** When the first roster came, or null, whichever version of the code wrote that down. */
export const baselineIn = ({ roster }: RecordTables): string | null => {
  const { baselineAt } = roster.item
  return typeof baselineAt === 'string' ? baselineAt : null
}

/** The record of the roster as it stands. */
export const rosterRecord = (tables: RecordTables, worker: Worker = anybody) => ({
  lease: tables.roster.lease,
  roster: readRoster(tables, worker),
})

/** The store of the roster record, in memory, with the semantics of DynamoDB. */
export const memoryRosterStore = (
  tables: RecordTables,
  effect: Effect,
  worker: Worker = anybody,
): RosterStore => {
  const record = tables.roster
  const codec = codecUnder(worker.version, 'roster', rosterCodec)
  const put = (after: Item): void => {
    worker.onChange({ kind: 'roster', id: 'roster', before: record.item, after })
    record.item = after
  }
  const endLease = (owner: string, believed?: Item): void => {
    if (record.lease?.owner !== owner) return
    if (believed !== undefined) put(codec.written({ ...record.item, ...believed }))
    record.lease = null
  }
  return {
    takeLease: (lease) =>
      effect('database', 'lease roster', () => {
        if (!isFree(record, lease)) return null
        const roster = readRoster(tables, worker)
        record.lease = leased(lease)
        return roster
      }),
    beginBaseline: (at) =>
      effect('database', 'begin baseline', () => {
        if (record.item['baselineAt'] === undefined) put({ ...record.item, baselineAt: at })
        return readRoster(tables, worker).baselineAt ?? at
      }),
    finish: (owner, believed) =>
      effect('database', 'finish roster', () =>
        endLease(owner, { isBaselined: true, ...believed }),
      ),
    release: (owner) => effect('database', 'release roster', () => endLease(owner)),
  }
}

const MaybeDelivered = Delivered.optional()

/** What the record of a shard says has been delivered. */
export const deliveredIn = ({ shards }: RecordTables, shardId: string): Delivered | undefined =>
  MaybeDelivered.parse(shards.get(shardId)?.item['delivered'])
