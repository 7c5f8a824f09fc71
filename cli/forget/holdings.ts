import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { isBackUnconfirmed } from '../../lib/attendance/roster.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { type DeliveryOf, deliveriesOf } from '../../lib/store/deliveries-of.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { type SegmentOf, segmentsOf } from '../../lib/store/events/forget-events.ts'
import { replaysOf } from '../../lib/store/events/forget-replays.ts'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import { type BehindOf, behindOf } from '../../lib/store/forget-behind.ts'
import { itemsOf } from '../../lib/store/query.ts'
import { rosterCodec } from '../../lib/store/roster-store.ts'
import { type AllShards, createShardStore } from '../../lib/store/shard-store.ts'
import { keys } from '../../lib/store/tables.ts'
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
  /** Whether the last roster showed them again, who had left: a second one is to confirm that. */
  isBack: boolean
  /** Who is on the roster by the same id in other letters, if anybody. */
  inOtherLetters: string | null
  segments: SegmentOf[]
  deliveries: DeliveryOf[]
  /** Where polls have noted that they are behind. */
  behind: BehindOf[]
  /** Notes of replays and snapshots that name them. */
  replays: ReplayProgress[]
}

/** Whether nothing is held of somebody. */
export const isNothing = ({ saved, ...others }: Holdings): boolean => {
  const { segments, deliveries, behind, replays } = others
  return (
    saved === null && [segments, deliveries, behind, replays].every(({ length }) => length === 0)
  )
}

const isOnRoster = (state: EmployeeState): boolean =>
  state.membership === 'member' || isBackUnconfirmed(state)

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** A state by the id that somebody typed: a UUID is the same in either case, and the table has it as the API does. */
const savedOf = async (
  { documents, table }: Tables,
  { shards, unreadable }: AllShards,
  typed: string,
): Promise<Pick<Holdings, 'saved' | 'inOtherLetters'>> => {
  const employees = createEmployeeStore(documents, table)
  // Of a shard whose record cannot be read nobody knows what was delivered: then an outbox counts as waiting.
  const unknown = unreadable.map((shardId) => ({ shardId, delivered: undefined }))
  const found: NonNullable<Holdings['saved']>[] = []
  for (const { shardId, delivered } of [...shards, ...unknown]) {
    const members = await employees.inShard(shardId, { isConsistent: true, delivered })
    if (members.unreadable.some((id) => isSame(id, typed)))
      throw new OperatorError(
        'What was saved of them cannot be read: docs/operations.md#alarm-state-unreadable',
      )
    const own = members.employees.filter(({ employeeId }) => isSame(employeeId, typed))
    found.push(...own.map((state) => ({ shardId, state })))
  }
  const saved = found.find(({ state }) => state.employeeId === typed) ?? found[0] ?? null
  const other = found.find((each) => each !== saved && isOnRoster(each.state))
  return { saved, inOtherLetters: other?.state.employeeId ?? null }
}

/** Whether somebody who had left is on the last roster, by their id in whichever letters, with a state still or without. */
const isBackOnRoster = async (
  { documents, table }: Tables,
  typed: string,
  saved: Holdings['saved'],
): Promise<boolean> => {
  if (saved !== null && isBackUnconfirmed(saved.state)) return true
  const { pk, sk } = keys.rosterRecord
  const [item] = await itemsOf(documents, table, pk, sk, { isConsistent: true })
  const waiting = item === undefined ? {} : rosterCodec.parse(item).unread
  return Object.keys(waiting).some((id) => isSame(id, typed))
}

/** The ids of what is somebody's, in small letters: by these, deliveries are kept. */
const idsOf = (
  employeeId: string,
  { saved, segments }: Pick<Holdings, 'saved' | 'segments'>,
): Set<string> => {
  const ids = [employeeId]
  const { clockings = {}, absences = {} } = saved?.state ?? {}
  ids.push(...Object.keys(clockings), ...Object.keys(absences))
  for (const { known } of Object.values(clockings)) ids.push(...known.breaks.map(({ id }) => id))
  for (const { id, message } of segments.flatMap(({ events }) => events)) {
    ids.push(id)
    const { clocking, absence } = (JSON.parse(message) as Message).data ?? {}
    for (const each of [clocking, absence, ...(clocking?.breaks ?? [])]) if (each) ids.push(each.id)
  }
  return new Set(ids.map((id) => id.toLowerCase()))
}

type Message = {
  data?: { clocking?: { id: string; breaks?: { id: string }[] }; absence?: { id: string } }
}

/**
 * Looks through all tables for what is held of an employee.
 * @param employeeId in either case
 * @throws {UnreadableRecordError} where a part of the event log, or the record of the roster, cannot be read
 * @throws {OperatorError} where their state cannot be read
 */
export const holdingsOf = async (tables: Tables, employeeId: string): Promise<Holdings> => {
  const { documents, table, eventsTable, deliveriesTable } = tables
  const shards = await createShardStore(documents, table).all()
  const { saved, inOtherLetters } = await savedOf(tables, shards, employeeId)
  const isBack = await isBackOnRoster(tables, employeeId, saved)
  const segments = await segmentsOf(documents, eventsTable, employeeId)
  const ids = idsOf(employeeId, { saved, segments })
  const deliveries = await deliveriesOf(documents, deliveriesTable, employeeId, ids)
  const behind = behindOf(shards.shards, employeeId)
  const replays = await replaysOf(documents, eventsTable, employeeId)
  return { saved, isBack, inOtherLetters, segments, deliveries, behind, replays }
}
