import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../attendance/moments.ts'
import { type Retired, retiredOf } from '../attendance/state/retired.ts'
import type { EmployeeState } from '../attendance/state/state.ts'
import { itemsAt } from './batches.ts'
import { type Delivered, isDelivered } from './delivered.ts'
import { employeeCodec, employeeItem, retiredCodec } from './employee-record.ts'
import { ifCondition } from './errors.ts'
import { itemsOf } from './query.ts'
import { isNotOfALaterVersion } from './schema.ts'
import { keys } from './tables.ts'

/**
 * The employees of a shard, and the ids of those whose item cannot be read, or was written by a
 * later version of this code and is left alone.
 */
export type ShardMembers = {
  employees: EmployeeState[]
  unreadable: string[]
  /** The ids of those whose outbox has been delivered, and still lies in their item: it is not shown. */
  uncleared?: ReadonlySet<string>
}

export type ReadingOptions = {
  isConsistent?: boolean
  /** What the shard's record says has been delivered; without it every outbox waits. */
  delivered?: Delivered | undefined
}

/** The state of every employee, one item each (docs/decisions/outbox-in-the-item.md). */
export type EmployeeStore = {
  /**
   * Every employee of a shard, in the order of their ids. May lag behind writes unless
   * `isConsistent`: a write based on an old read is refused by its version.
   */
  inShard: (shardId: string, options?: ReadingOptions) => Promise<ShardMembers>
  /**
   * Saves a state over the version that it was read with (0: over nothing).
   * @param poll the number of the poll that saves it, where that is to be known by it
   * @returns the saved state with its new version, or null where another writer was first
   */
  save: (shardId: string, state: EmployeeState, poll?: number) => Promise<EmployeeState | null>
  /**
   * Removes a state, and keeps of it what a return needs.
   * @param now by the clock of what is published
   * @returns false where another writer was first, and it stays
   */
  retire: (shardId: string, state: EmployeeState, now: EpochMs) => Promise<boolean>
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

const idOf = (item: Record<string, unknown>): string =>
  String(item['sk']).slice(keys.employeePrefix.length)

/** What the items of a shard say. */
const membersOf = (
  items: readonly Record<string, unknown>[],
  delivered: Delivered | undefined,
): ShardMembers => {
  const employees: EmployeeState[] = []
  const unreadable: string[] = []
  const uncleared = new Set<string>()
  for (const item of items) {
    const isDone = isDelivered(item, delivered)
    const outcome = employeeCodec.read(item)
    if (outcome.kind !== 'read') unreadable.push(idOf(item))
    else {
      employees.push(isDone ? { ...outcome.value, outbox: [] } : outcome.value)
      if (isDone) uncleared.add(outcome.value.employeeId)
    }
  }
  return { employees, unreadable, ...(uncleared.size > 0 && { uncleared }) }
}

export const createEmployeeStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): EmployeeStore => ({
  inShard: async (shardId, options = {}) => {
    const { isConsistent = false, delivered } = options
    const partition = keys.employeesOf(shardId)
    const prefix = keys.employeePrefix
    const items = await itemsOf(client, tableName, partition, prefix, { isConsistent })
    return membersOf(items, delivered)
  },

  save: async (shardId, state, poll) => {
    const next = { ...state, version: state.version + 1 }
    const isSaved = await ifCondition(() =>
      client.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...keys.employee(shardId, state.employeeId), ...employeeItem(next, poll) },
          ...isStillTheVersionRead(state.version),
        }),
      ),
    )
    return isSaved ? next : null
  },

  retire: async (shardId, state, now) => {
    const { employeeId, version } = state
    const kept = { schema: retiredCodec.schema, ...retiredOf(state, now) }
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
        return [idOf(item), read.kind === 'read' ? read.value : null] as const
      }),
    )
  },
})
