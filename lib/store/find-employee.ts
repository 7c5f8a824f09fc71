import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EmployeeState } from '../attendance/state/state.ts'
import { itemsAt } from './batches.ts'
import { employeeCodec } from './employee-record.ts'
import { keys } from './tables.ts'

/** An employee, and the shard that they are in. */
export type FoundEmployee = { shardId: string; state: EmployeeState }

const shardOf = ({ pk }: Record<string, unknown>): string =>
  String(pk).slice(keys.employeesOf('').length)

/**
 * Looks for an employee in all shards: nothing says in which one somebody is.
 * @returns null for nobody
 * @throws {UnreadableRecordError} where their item cannot be read
 */
export const findEmployee = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  shardIds: readonly string[],
  employeeId: string,
): Promise<FoundEmployee | null> => {
  const places = shardIds.map((shardId) => keys.employee(shardId, employeeId))
  const [item] = await itemsAt(client, tableName, places)
  return item === undefined ? null : { shardId: shardOf(item), state: employeeCodec.parse(item) }
}
