import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EmployeeState } from '../attendance/state/state.ts'
import { itemsAt } from './batches.ts'
import { employeeCodec } from './employee-record.ts'
import { keys } from './tables.ts'

/** An employee, and the shard that they are in. */
export type FoundEmployee = {
  shardId: string
  state: EmployeeState
  /** Whether their state was gone once, and they were hired again: into whichever shard had room. */
  wasRetired: boolean
}

const shardOf = ({ pk }: Record<string, unknown>): string =>
  String(pk).slice(keys.employeesOf('').length)

const findSpelled = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  shardIds: readonly string[],
  employeeId: string,
): Promise<FoundEmployee | null> => {
  const retired = keys.retired(employeeId)
  const places = shardIds.map((shardId) => keys.employee(shardId, employeeId))
  const items = await itemsAt(client, tableName, [...places, retired])
  const item = items.find(({ pk }) => pk !== retired.pk)
  if (item === undefined) return null
  return { shardId: shardOf(item), state: employeeCodec.parse(item), wasRetired: items.length > 1 }
}

/**
 * Looks for an employee in all shards: nothing says in which one somebody is. The id may be in either case, and is in
 * the table as the API has it.
 * @returns null for nobody
 * @throws {UnreadableRecordError} where their item cannot be read
 */
export const findEmployee = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  shardIds: readonly string[],
  id: string,
): Promise<FoundEmployee | null> => {
  for (const spelled of new Set([id, id.toLowerCase(), id.toUpperCase()])) {
    const found = await findSpelled(client, tableName, shardIds, spelled)
    if (found !== null) return found
  }
  return null
}
