import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { type DeliveryOf, deliveriesOf } from '../../lib/store/deliveries-of.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { type SegmentOf, segmentsOf } from '../../lib/store/events/forget-events.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { OperatorError } from '../or-one-line.ts'

/** The tables of an environment, and how they are reached. */
export type Tables = {
  documents: DynamoDBDocumentClient
  table: string
  eventsTable: string
  deliveriesTable: string
}

/** What is held of somebody. */
export type Holdings = {
  /** Null where there is no state, or none any more. */
  saved: { shardId: string; state: EmployeeState } | null
  segments: SegmentOf[]
  deliveries: DeliveryOf[]
}

/** Whether nothing is held of somebody. */
export const isNothing = ({ saved, segments, deliveries }: Holdings): boolean =>
  saved === null && segments.length === 0 && deliveries.length === 0

const savedOf = async (
  { documents, table }: Tables,
  employeeId: string,
): Promise<Holdings['saved']> => {
  const employees = createEmployeeStore(documents, table)
  const { shards, unreadable } = await createShardStore(documents, table).all()
  // Of a shard whose record cannot be read nobody knows what was delivered: then an outbox counts as waiting.
  const unknown = unreadable.map((shardId) => ({ shardId, delivered: undefined }))
  for (const { shardId, delivered } of [...shards, ...unknown]) {
    const members = await employees.inShard(shardId, { isConsistent: true, delivered })
    if (members.unreadable.includes(employeeId))
      throw new OperatorError(
        'What was saved of them cannot be read: docs/operations.md#alarm-state-unreadable',
      )
    const state = members.employees.find((each) => each.employeeId === employeeId)
    if (state !== undefined) return { shardId, state }
  }
  return null
}

/** The ids of what is somebody's: by these, deliveries are kept. */
const idsOf = (
  employeeId: string,
  { saved, segments }: Pick<Holdings, 'saved' | 'segments'>,
): Set<string> => {
  const ids = new Set([employeeId])
  const { clockings = {}, absences = {} } = saved?.state ?? {}
  for (const id of [...Object.keys(clockings), ...Object.keys(absences)]) ids.add(id)
  for (const { known } of Object.values(clockings)) for (const { id } of known.breaks) ids.add(id)
  for (const { id, message } of segments.flatMap(({ events }) => events)) {
    ids.add(id)
    const { clocking, absence } = (JSON.parse(message) as Message).data ?? {}
    for (const each of [clocking, absence, ...(clocking?.breaks ?? [])]) if (each) ids.add(each.id)
  }
  return ids
}

type Message = {
  data?: { clocking?: { id: string; breaks?: { id: string }[] }; absence?: { id: string } }
}

/**
 * Looks through all tables for what is held of an employee.
 * @throws {UnreadableRecordError} where a part of the event log cannot be read
 * @throws {OperatorError} where their state cannot be read
 */
export const holdingsOf = async (tables: Tables, employeeId: string): Promise<Holdings> => {
  const { documents, eventsTable, deliveriesTable } = tables
  const saved = await savedOf(tables, employeeId)
  const segments = await segmentsOf(documents, eventsTable, employeeId)
  const ids = idsOf(employeeId, { saved, segments })
  return { saved, segments, deliveries: await deliveriesOf(documents, deliveriesTable, ids) }
}

/**
 * What is held of an employee whose id somebody typed: a UUID is the same in either case, and the tables have it as
 * the API does.
 * @returns the id as it is there, as it was typed where nothing is
 * @throws as holdingsOf
 */
export const holdingsOfTyped = async (
  tables: Tables,
  typed: string,
): Promise<{ employeeId: string; holdings: Holdings }> => {
  for (const employeeId of new Set([typed, typed.toLowerCase(), typed.toUpperCase()])) {
    const holdings = await holdingsOf(tables, employeeId)
    if (!isNothing(holdings)) return { employeeId, holdings }
  }
  return { employeeId: typed, holdings: { saved: null, segments: [], deliveries: [] } }
}
