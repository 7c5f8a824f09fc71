import { type Retired, retiredOf } from '../../../lib/attendance/state/retired.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { type Delivered, isDelivered } from '../../../lib/store/delivered.ts'
import { employeeCodec, employeeItem, retiredCodec } from '../../../lib/store/employee-record.ts'
import type {
  EmployeeStore,
  ReadingOptions,
  ShardMembers,
} from '../../../lib/store/employee-store.ts'
import type { Read } from '../../../lib/store/schema.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Effect } from '../system/process.ts'
import { anybody, type CodeVersion, codecUnder, type Item, type Worker } from './code-version.ts'

/** DynamoDB refuses an item that is larger, in bytes. */
const maxItemBytes = 400 * 1_024

/** An item as it was from a moment on, and as its writer reads it; null where there was none. */
type Stored = {
  since: EpochMs
  written: { item: Item; state: EmployeeState } | null
  /** What each version of the code that read it makes of it. */
  reads: Map<CodeVersion, Read<EmployeeState>>
}

type Written = Stored & { written: NonNullable<Stored['written']> }

/** The items of employees, with what they were before: a read may be behind. */
export type EmployeeTable = {
  shards: Map<string, Map<string, Stored[]>>
  /** The items of those whose state is gone. */
  retired: Map<string, Item>
  now: () => EpochMs
}

export const createEmployeeTable = (now: () => EpochMs): EmployeeTable => ({
  shards: new Map(),
  retired: new Map(),
  now,
})

const itemsOf = ({ shards }: EmployeeTable, shardId: string): Map<string, Stored[]> => {
  const items = shards.get(shardId) ?? new Map<string, Stored[]>()
  shards.set(shardId, items)
  return items
}

/** An item as it is written. @throws where it is too large */
const asWritten = (item: Item): Item => {
  const text = JSON.stringify(item)
  if (Buffer.byteLength(text) > maxItemBytes) throw new RangeError('ValidationException')
  return JSON.parse(text)
}

const latest = (versions: readonly Stored[]) => versions.at(-1)?.written ?? null

/** Everyone's state as it stands, as its last writer reads it, with what waits in each outbox. */
export const allStates = (
  { shards }: EmployeeTable,
  deliveredIn: (shardId: string) => Delivered | undefined = () => undefined,
): EmployeeState[] =>
  [...shards].flatMap(([shardId, items]) =>
    [...items.values()].flatMap((versions) => {
      const last = latest(versions)
      if (last === null) return []
      const isDone = isDelivered(last.item, deliveredIn(shardId))
      return [isDone ? { ...last.state, outbox: [] } : last.state]
    }),
  )

/** What is kept of those whose state is gone. */
export const allRetired = ({ retired }: EmployeeTable): Retired[] =>
  [...retired.values()].map((item) => retiredCodec.parse(item))

export type EmployeeTableOptions = {
  /** How far behind a read of one item is, in milliseconds, where it need not be consistent. */
  lag: () => number
  /** Told of each state that was written, and of the one that it replaced. */
  onSave: (state: EmployeeState, before: EmployeeState | null) => void
  /** Whether an item cannot be read at present. */
  isUnreadable?: (employeeId: string) => boolean
}

/** The store of employees, in memory, with the semantics of DynamoDB. */
export const memoryEmployeeStore = (
  table: EmployeeTable,
  effect: Effect,
  { lag, onSave, isUnreadable = () => false }: EmployeeTableOptions,
  { version, onChange }: Worker = anybody,
): EmployeeStore => {
  const codec = codecUnder(version, 'employee', employeeCodec)
  const retiredUnder = codecUnder(version, 'former employee', retiredCodec)

  const asOf = (versions: readonly Stored[], moment: EpochMs): Written | null => {
    const stored = versions.findLast(({ since }) => since <= moment)
    return stored?.written == null ? null : { ...stored, written: stored.written }
  }

  const readBy = (stored: Written): Read<EmployeeState> => {
    const known = stored.reads.get(version) ?? codec.read(stored.written.item)
    stored.reads.set(version, known)
    return known
  }

  const read = (
    shardId: string,
    { isConsistent = false, delivered }: ReadingOptions,
  ): ShardMembers => {
    const now = table.now()
    const members: ShardMembers = { employees: [], unreadable: [] }
    const uncleared = new Set<string>()
    for (const [id, versions] of [...itemsOf(table, shardId)].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (isUnreadable(id)) members.unreadable.push(id)
      else {
        const stored = asOf(versions, isConsistent ? now : now - lag())
        if (stored === null) continue
        const found = readBy(stored)
        if (found.kind !== 'read') members.unreadable.push(id)
        else if (isDelivered(stored.written.item, delivered)) {
          members.employees.push({ ...found.value, outbox: [] })
          uncleared.add(id)
        } else members.employees.push(found.value)
      }
    return { ...members, ...(uncleared.size > 0 && { uncleared }) }
  }

  const put = (shardId: string, state: EmployeeState, poll?: number): EmployeeState | null => {
    const item = asWritten(codec.written(employeeItem(state, poll)))
    const stored = codec.parse(item)
    const items = itemsOf(table, shardId)
    const versions = items.get(state.employeeId) ?? []
    const before = latest(versions)
    onChange({ kind: 'employee', id: state.employeeId, before: before?.item ?? null, after: item })
    const next: Stored = {
      since: table.now(),
      written: { item, state: stored },
      reads: new Map([[version, { kind: 'read', value: stored }]]),
    }
    items.set(state.employeeId, [...versions.slice(-8), next])
    onSave(stored, before?.state ?? null)
    return state
  }

  const save = (shardId: string, state: EmployeeState, poll?: number): EmployeeState | null => {
    const before = latest(itemsOf(table, shardId).get(state.employeeId) ?? [])
    if (Number(before?.item['version'] ?? 0) !== state.version) return null
    return put(shardId, { ...state, version: state.version + 1 }, poll)
  }

  const retire = (shardId: string, state: EmployeeState, now: EpochMs): boolean => {
    const { employeeId: id, version: versionRead } = state
    const kept = table.retired.get(id) ?? null
    if (kept !== null && !retiredUnder.mayChange(kept)) return false
    const after = retiredUnder.written(retiredOf(state, now))
    onChange({ kind: 'former employee', id, before: kept, after })
    table.retired.set(id, after)
    const versions = itemsOf(table, shardId).get(id) ?? []
    const before = latest(versions)?.item ?? null
    if (before?.['version'] !== versionRead) return false
    onChange({ kind: 'employee', id, before, after: null })
    versions.push({ since: table.now(), written: null, reads: new Map() })
    return true
  }

  return {
    inShard: (shardId, options = {}) =>
      effect('database', `read ${shardId}`, () => read(shardId, options)),
    save: (shardId, state, poll) =>
      effect('database', `save ${state.employeeId} in ${shardId}`, () =>
        save(shardId, state, poll),
      ),
    retire: (shardId, state, now) =>
      effect('database', `retire ${state.employeeId}`, () => retire(shardId, state, now)),
    retired: (ids) =>
      effect('database', 'read former employees', () => {
        const found = ids.flatMap((id) => {
          const item = table.retired.get(id)
          return item === undefined ? [] : [{ id, is: retiredUnder.read(item) }]
        })
        return new Map(
          found.map(({ id, is }) => [id, is.kind === 'read' ? is.value : null] as const),
        )
      }),
  }
}
