import type { EpochMs } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { goesOnWith } from '../../store/delivered.ts'
import type { EmployeeStore, ShardMembers } from '../../store/employee-store.ts'
import { type PackedStates, packedBytes, packStates, unpackStates } from '../../store/packing.ts'
import type { Edit, LeasedShard } from '../../store/shard-record.ts'

/** What is remembered of one shard: how it was called, and its members, where they are known for certain. */
type Memory = {
  revision: string
  edit: Edit | undefined
  known: { states: PackedStates; readAt: EpochMs } | null
}

/** A shard's members for one poll. */
export type Visit = {
  members: ShardMembers
  /** Saves, and remembers what was saved. */
  save: EmployeeStore['save']
  /** Whether nobody has tried to save anything since a state was read or saved. */
  isLatest: (state: EmployeeState) => boolean
  /** Remembers a state that stands for what was saved. */
  note: (state: EmployeeState) => void
  /** The revision that this poll leaves. */
  revision: () => string
  /** Remembers the members for the next poll: to be called once that revision is written down. */
  keep: () => void
}

/** What a function that stays warm remembers of the shards that it polled. */
export type ShardMemory = {
  /**
   * Begins a poll: goes by what is remembered where that still holds, else reads.
   * @param owner names the poll, and the revision that it leaves where it writes
   * @param now by the clock of the machines
   */
  visit: (
    shard: LeasedShard,
    owner: string,
    now: EpochMs,
    employees: Pick<EmployeeStore, 'inShard' | 'save'>,
  ) => Promise<Visit>
}

export type MemoryLimits = {
  /** What was read longer ago is read again, in milliseconds: who knows no revisions may have written. */
  longest: number
  /** So much is remembered; an employee takes some 200 bytes, and who has much on record more. */
  bytes: number
}

/** Reading every half an hour costs a hundredth of a read unit for an employee and minute. */
const usual: MemoryLimits = { longest: 30 * 60_000, bytes: 24 * 2 ** 20 }

const isSameEdit = (one: Edit | undefined, other: Edit | undefined): boolean =>
  one?.by === other?.by && one?.isOpen === other?.isOpen

/**
 * Remembers the members of shards from poll to poll, so that one that finds nothing new reads
 * nothing (docs/decisions/idle-polls-read-nothing.md). Every save is conditional on the version
 * of the item, so that whoever goes by an old copy loses the race, and reads again.
 */
export const createShardMemory = ({ longest, bytes: most } = usual): ShardMemory => {
  const memories = new Map<string, Memory>()

  /** Remembers the latest, and forgets the oldest. */
  const remember = (shardId: string, memory: Memory): void => {
    memories.set(shardId, memory)
    const sizes = [...memories].map(([id, { known }]) => ({
      id,
      size: known === null ? 0 : packedBytes(known.states),
    }))
    let total = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { id, size } of sizes) {
      if (total <= most) return
      memories.delete(id)
      total -= size
    }
  }

  return {
    visit: async (shard, owner, now, store) => {
      const { shardId, revision: before, edit, delivered } = shard
      const last = memories.get(shardId)
      memories.delete(shardId)
      const isAsLeft = last !== undefined && last.revision === before && isSameEdit(last.edit, edit)
      const age = now - (last?.known?.readAt ?? now)
      const isWhole = goesOnWith(delivered, shard.poll)
      const remembered = isAsLeft && isWhole && age >= 0 && age < longest ? last.known : null
      // What is to be remembered is read as it was last written, at twice the price: where others poll the
      // shard as well, and find something each time, that would never pay.
      const isConsistent = (isAsLeft && edit?.isOpen !== true) || !isWhole
      const members: ShardMembers =
        remembered === null
          ? await store.inShard(shardId, { isConsistent, delivered })
          : { employees: unpackStates(remembered.states), unreadable: [] }
      const employees = new Map(members.employees.map((state) => [state.employeeId, state]))
      let hasWritten = false
      /** What is remembered of all of them, as long as that is so. */
      let packed = remembered?.states ?? null
      /** Whose last save has not come to a good end. */
      const unsure = new Set<string>()
      const revision = (): string => (hasWritten ? owner : (before ?? owner))

      return {
        members,
        revision,
        isLatest: (state) =>
          employees.get(state.employeeId) === state && !unsure.has(state.employeeId),
        note: (state) => {
          packed = null
          employees.set(state.employeeId, state)
        },
        save: async (id, state, poll) => {
          hasWritten = true
          packed = null
          unsure.add(state.employeeId)
          const saved = await store.save(id, state, poll)
          if (saved === null) return null
          unsure.delete(saved.employeeId)
          employees.set(saved.employeeId, saved)
          return saved
        },
        keep: () => {
          const isCertain =
            isConsistent &&
            edit?.isOpen !== true &&
            members.unreadable.length === 0 &&
            unsure.size === 0
          const states = isCertain ? (packed ?? packStates([...employees.values()])) : null
          const known = states === null ? null : { states, readAt: remembered?.readAt ?? now }
          remember(shardId, { revision: revision(), edit, known })
        },
      }
    },
  }
}
