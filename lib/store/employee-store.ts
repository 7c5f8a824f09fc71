import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { epochMs } from '../attendance/moments.ts'
import { EmployeeState } from '../attendance/state.ts'
import { ifCondition } from './errors.ts'
import { itemsOf } from './query.ts'
import { keys } from './tables.ts'

/** The employees of a shard, and the ids of those whose item cannot be read. */
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
}

/** TTL in seconds; an item that still has events to publish stays. */
const ttlOf = ({ expiresAt, outbox }: EmployeeState): number | undefined =>
  expiresAt === null || outbox.length > 0 ? undefined : Math.ceil(epochMs(expiresAt) / 1_000)

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
      const read = EmployeeState.safeParse(item)
      if (read.success) members.employees.push(read.data)
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
          Item: { ...keys.employee(shardId, state.employeeId), ...next, ttl: ttlOf(state) },
          ...isStillTheVersionRead(state.version),
        }),
      ),
    )
    return isSaved ? next : null
  },
})
