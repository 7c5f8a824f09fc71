import type { Retired } from '../../../lib/attendance/roster.ts'
import type { EmployeeState } from '../../../lib/attendance/state.ts'
import { employeeCodec, employeeItem } from '../../../lib/store/employee-record.ts'
import type { EmployeeStore, ShardMembers } from '../../../lib/store/employee-store.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Effect } from '../system/process.ts'

/** DynamoDB refuses an item that is larger, in bytes. */
const maxItemBytes = 400 * 1_024

/** An item as it was from a moment on; null where there was none. */
type Stored = { since: EpochMs; state: EmployeeState | null }

/** The items of employees, with what they were before: a read may be behind. */
export type EmployeeTable = {
  shards: Map<string, Map<string, Stored[]>>
  /** What was kept of those whose state is gone. */
  retired: Map<string, Retired>
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

/** An item that was written, as it is read again. */
const written = (state: EmployeeState): EmployeeState => {
  const text = JSON.stringify(employeeItem(state))
  if (Buffer.byteLength(text) > maxItemBytes) throw new RangeError('ValidationException')
  return employeeCodec.parse(JSON.parse(text))
}

const asOf = (versions: Stored[], moment: EpochMs): EmployeeState | null =>
  versions.findLast(({ since }) => since <= moment)?.state ?? null

/** Everyone's state as it stands. */
export const allStates = ({ shards }: EmployeeTable): EmployeeState[] =>
  [...shards.values()].flatMap((items) =>
    [...items.values()].flatMap((versions) => versions.at(-1)?.state ?? []),
  )

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
): EmployeeStore => {
  const read = (shardId: string, isConsistent: boolean): ShardMembers => {
    const now = table.now()
    const items = [...itemsOf(table, shardId)].sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      employees: items.flatMap(([id, versions]) =>
        isUnreadable(id) ? [] : (asOf(versions, isConsistent ? now : now - lag()) ?? []),
      ),
      unreadable: items.map(([id]) => id).filter(isUnreadable),
    }
  }

  const save = (shardId: string, state: EmployeeState): EmployeeState | null => {
    const items = itemsOf(table, shardId)
    const versions = items.get(state.employeeId) ?? []
    const before = versions.at(-1)?.state ?? null
    if ((before?.version ?? 0) !== state.version) return null
    const next = { ...state, version: state.version + 1 }
    const stored = written(next)
    items.set(state.employeeId, [...versions.slice(-8), { since: table.now(), state: stored }])
    onSave(stored, before)
    return next
  }

  const retire = (shardId: string, state: EmployeeState): boolean => {
    const { employeeId, sequence, forgottenBefore, version } = state
    table.retired.set(employeeId, { employeeId, sequence, forgottenBefore })
    const versions = itemsOf(table, shardId).get(employeeId)
    if (versions?.at(-1)?.state?.version !== version) return false
    versions.push({ since: table.now(), state: null })
    return true
  }

  return {
    inShard: (shardId, { isConsistent = false } = {}) =>
      effect('database', `read ${shardId}`, () => read(shardId, isConsistent)),
    save: (shardId, state) =>
      effect('database', `save ${state.employeeId} in ${shardId}`, () => save(shardId, state)),
    retire: (shardId, state) =>
      effect('database', `retire ${state.employeeId}`, () => retire(shardId, state)),
    retired: (ids) =>
      effect('database', 'read former employees', () => {
        const found = ids.flatMap((id) => table.retired.get(id) ?? [])
        return new Map(found.map((each) => [each.employeeId, each] as const))
      }),
  }
}
