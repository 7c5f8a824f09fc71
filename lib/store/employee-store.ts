import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Retired } from '../attendance/roster.ts'
import type { EmployeeState } from '../attendance/state/state.ts'
import { itemsAt } from './batches.ts'
import { employeeCodec, employeeItem, retiredCodec } from './employee-record.ts'
import { ifCondition } from './errors.ts'
import { itemsOf } from './query.ts'
import { isNotOfALaterVersion } from './schema.ts'
import { keys } from './tables.ts'

/**
 * The employees of a shard, and the ids of those whose item cannot be read, or was written by a
 * later version of this code and is left alone.
 */
export type ShardMembers = { employees: EmployeeState[]; unreadable: string[] }

/** The state of every employee, one item each (docs/decisions/outbox-in-the-item.md). */
export type EmployeeStore = {
  /**
   * Every employee of a shard, in the order of their ids. May lag behind writes unless
   * `isConsistent`: a write based on an old read is refused by its version.
   */
  inShard: (shardId: string, options?: { isConsistent?: boolean }) => Promise<ShardMembers>
  /**
   * Saves a state over the version that it was read with (0: over nothing).
   * @returns the saved state with its new version, or null where another writer was first
   */
  save: (shardId: string, state: EmployeeState) => Promise<EmployeeState | null>
  /**
   * Removes a state, and keeps of it what a return needs.
   * @returns false where another writer was first, and it stays
   */
  retire: (shardId: string, state: EmployeeState) => Promise<boolean>
  /** What was kept of former employees, by id; null where it cannot be read. */
  retired: (employeeIds: readonly string[]) => Promise<ReadonlyMap<string, Retired | null>>
}

const isStillTheVersionRead = (version: number) =>
  version === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : {
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version },
      }

export const createEmployeeStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): EmployeeStore => ({
  inShard: async (shardId, options) => {
    const members: ShardMembers = { employees: [], unreadable: [] }
    const partition = keys.employeesOf(shardId)
    for (const item of await itemsOf(client, tableName, partition, keys.employeePrefix, options)) {
      const read = employeeCodec.read(item)
      if (read.kind === 'read') members.employees.push(read.value)
      else members.unreadable.push(String(item['sk']).slice(keys.employeePrefix.length))
    }
    return members
  },

  save: async (shardId, state) => {
    const next = { ...state, version: state.version + 1 }
    const isSaved = await ifCondition(() =>
      client.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...keys.employee(shardId, state.employeeId), ...employeeItem(next) },
          ...isStillTheVersionRead(state.version),
        }),
      ),
    )
    return isSaved ? next : null
  },

  retire: async (
    shardId,
    { employeeId, version, sequence, forgottenBefore: before, restSince },
  ) => {
    // All that ended by the last answer has been recorded.
    const forgottenBefore = {
      clockings: restSince ?? before.clockings,
      absences: restSince ?? before.absences,
    }
    const kept = { schema: retiredCodec.schema, employeeId, sequence, forgottenBefore }
    // What is kept comes first: between the two writes there may be both, never neither.
    const isKept = await ifCondition(() =>
      client.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...keys.retired(employeeId), ...kept },
          ConditionExpression: isNotOfALaterVersion,
          ExpressionAttributeNames: { '#schema': 'schema' },
          ExpressionAttributeValues: { ':schema': kept.schema },
        }),
      ),
    )
    if (!isKept) return false
    return ifCondition(() =>
      client.send(
        new DeleteCommand({
          TableName: tableName,
          Key: keys.employee(shardId, employeeId),
          ...isStillTheVersionRead(version),
        }),
      ),
    )
  },

  retired: async (employeeIds) => {
    const items = await itemsAt(client, tableName, employeeIds.map(keys.retired))
    return new Map(
      items.map((item) => {
        const read = retiredCodec.read(item)
        const id = String(item['sk']).slice(keys.employeePrefix.length)
        return [id, read.kind === 'read' ? read.value : null] as const
      }),
    )
  },
})
