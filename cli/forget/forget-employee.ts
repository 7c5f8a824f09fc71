import { randomUUID } from 'node:crypto'
import { removeDeliveries } from '../../lib/store/deliveries-of.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { forgetIn } from '../../lib/store/events/forget-events.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { OperatorError } from '../or-one-line.ts'
import { type Holdings, holdingsOf, type Tables } from './holdings.ts'

const again = 'nothing of that is lost by running the command again'

/**
 * Checks that somebody who is forgotten stays so, and that nobody misses what they did.
 * @throws {OperatorError} where they are still on the roster, or events of theirs wait
 */
export const checkForgettable = ({
  saved,
  inOtherLetters,
}: Pick<Holdings, 'saved' | 'inOtherLetters'>): void => {
  if (inOtherLetters !== null)
    throw new OperatorError(
      `${inOtherLetters}, the same id in other letters, is still on the roster: what is theirs would be removed, too`,
    )
  if (saved === null) return
  const { membership, outbox } = saved.state
  if (membership === 'member')
    throw new OperatorError(
      'They are still on the roster, and would be back with the next refresh, as a newcomer: take them out of the time-clock service first',
    )
  if (outbox.length > 0)
    throw new OperatorError(
      `${outbox.length} of their events wait to be published: forget them once these are out`,
    )
}

/** Removes a state, and keeps the number of the last event; polls read the shard anew. */
const forgetState = async (
  { documents, table }: Tables,
  { shardId, state }: NonNullable<Holdings['saved']>,
): Promise<void> => {
  const { noteEdit } = createShardStore(documents, table)
  const by = randomUUID()
  await noteEdit(shardId, { by, isOpen: true })
  try {
    if (await createEmployeeStore(documents, table).retire(shardId, state)) return
  } finally {
    await noteEdit(shardId, { by, isOpen: false })
  }
  throw new OperatorError(`They were polled just now: ${again}`)
}

/**
 * Removes everything that is held of an employee: their state first, so that nothing is added, and the
 * events last, since what else is theirs is found by them.
 * @returns what is still held: what came on its way meanwhile
 * @throws {OperatorError} what `checkForgettable` throws, and where a poll was first
 */
export const forgetEmployee = async (
  tables: Tables,
  employeeId: string,
  holdings: Holdings,
): Promise<Holdings> => {
  checkForgettable(holdings)
  const { documents, eventsTable, deliveriesTable } = tables
  if (holdings.saved !== null) await forgetState(tables, holdings.saved)
  await removeDeliveries(documents, deliveriesTable, holdings.deliveries)
  for (const each of holdings.segments) await forgetIn(documents, eventsTable, each, employeeId)
  return holdingsOf(tables, employeeId)
}
