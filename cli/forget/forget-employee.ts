import { randomUUID } from 'node:crypto'
import type { EpochMs } from '../../lib/attendance/moments.ts'
import { removeDeliveries } from '../../lib/store/deliveries-of.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { forgetIn } from '../../lib/store/events/forget-events.ts'
import { forgetInReplay } from '../../lib/store/events/forget-replays.ts'
import { forgetBehind } from '../../lib/store/forget-behind.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { OperatorError } from '../or-one-line.ts'
import { type Holdings, holdingsOf, type Tables } from './holdings.ts'

const again = 'nothing of that is lost by running the command again'

/** Removes a state, and keeps the number of the last event; polls read the shard anew. */
const forgetState = async (
  { documents, table }: Tables,
  { shardId, state }: NonNullable<Holdings['saved']>,
  now: EpochMs,
): Promise<void> => {
  const { noteEdit } = createShardStore(documents, table)
  const by = randomUUID()
  await noteEdit(shardId, { by, isOpen: true })
  try {
    if (await createEmployeeStore(documents, table).retire(shardId, state, now)) return
  } finally {
    await noteEdit(shardId, { by, isOpen: false })
  }
  throw new OperatorError(`They were polled just now: ${again}`)
}

/**
 * Removes everything that is held of an employee: their state first, so that nothing is added, and the
 * events last, since what else is theirs is found by them.
 * @param holdings what `checkForgettable` lets go
 * @returns what is still held: what came on its way meanwhile
 * @throws {OperatorError} where a poll was first
 */
export const forgetEmployee = async (
  tables: Tables,
  employeeId: string,
  holdings: Holdings,
  now: () => EpochMs = Date.now,
): Promise<Holdings> => {
  const { documents, table, eventsTable, deliveriesTable } = tables
  if (holdings.saved !== null) await forgetState(tables, holdings.saved, now())
  for (const each of holdings.behind) await forgetBehind(documents, table, each)
  for (const each of holdings.replays)
    await forgetInReplay(documents, eventsTable, each, employeeId, now)
  await removeDeliveries(documents, deliveriesTable, holdings.deliveries)
  for (const each of holdings.segments) await forgetIn(documents, eventsTable, each, employeeId)
  return holdingsOf(tables, employeeId)
}
