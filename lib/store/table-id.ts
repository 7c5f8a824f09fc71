import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type EpochMs, minute } from '../attendance/moments.ts'

/** What is known of a table holds for so long. */
const memoryMs = 5 * minute

/**
 * By what DynamoDB tells a table from others that had its name: one that was restored from a backup is another. It is
 * asked now and then.
 */
export const tableIdOf = (
  client: Pick<DynamoDBClient, 'send'>,
  tableName: string,
  machineNow: () => EpochMs,
) => {
  let known: { id: string; at: EpochMs } | null = null
  return async (): Promise<string> => {
    if (known !== null && machineNow() - known.at < memoryMs) return known.id
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }))
    known = { id: Table?.TableId ?? '', at: machineNow() }
    return known.id
  }
}
