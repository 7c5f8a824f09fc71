import pLimit from 'p-limit'
import type { EmployeeState, OutboxEntry } from '../../attendance/state/state.ts'
import { deliveredAfter } from '../../store/delivered.ts'
import type { LeasedShard, Progress } from '../../store/shard-record.ts'
import type { Visit } from '../shard/shard-memory.ts'
import { type SavingPorts, savingConcurrency } from './save-and-publish.ts'

/** How a poll saves, and how it clears an outbox without a write of its own. */
export type Vouching = Required<Pick<SavingPorts, 'save' | 'clear'>> & {
  /**
   * To be called when all is saved and published.
   * @returns whether everything that this poll saved with its number has been delivered
   */
  settle: () => Promise<boolean>
}

/**
 * Saves with the number of the poll, and keeps an account of it: where all of that has been delivered in the
 * end, the shard's record says so, and no outbox needs to be cleared by a write of its own
 * (docs/decisions/outbox-in-the-item.md).
 */
export const vouchFor = (
  shardId: string,
  poll: number,
  visit: Pick<Visit, 'save' | 'note'>,
): Vouching => {
  /** Those whose item has this number and whose events have all been delivered, by id. */
  const delivered = new Map<string, EmployeeState>()
  /** How many saves may have left an outbox with this number that is not. */
  let open = 0

  const cleared = (state: EmployeeState): EmployeeState => ({ ...state, outbox: [] })

  return {
    save: async (_shardId, state) => {
      if (state.outbox.length === 0) return visit.save(shardId, state)
      open++
      return visit.save(shardId, state, poll)
    },

    clear: async (_shardId, state, pending: OutboxEntry[]) => {
      if (pending.length > 0) {
        // Without the number: this poll cannot vouch for what waits.
        const saved = await visit.save(shardId, { ...state, outbox: pending })
        if (saved !== null) open--
        return saved
      }
      open--
      delivered.set(state.employeeId, state)
      visit.note(cleared(state))
      return cleared(state)
    },

    settle: async () => {
      if (open === 0) return true
      // What cannot be vouched for together is written down for each.
      await pLimit(savingConcurrency).map([...delivered.values()], (state) =>
        visit.save(shardId, cleared(state)).catch(() => null),
      )
      return false
    },
  }
}

/** What a poll says of what has been delivered: nothing, where it cannot vouch for all that it saved. */
export const deliveredBy = async (
  { delivered, poll }: LeasedShard,
  vouching: Vouching | null,
): Promise<Pick<Progress, 'delivered'>> =>
  vouching !== null && (await vouching.settle())
    ? { delivered: deliveredAfter(delivered, poll) }
    : {}
