import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb'
import { attendanceTable } from '../../lib/store/tables.ts'

/**
 * Creates a table as it is defined for the deployed stack.
 * @throws ResourceInUseException where there is one of that name
 */
export const createTable = async (
  client: DynamoDBClient,
  tableName: string,
  { partitionKey, sortKey } = attendanceTable,
): Promise<void> => {
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: partitionKey, AttributeType: 'S' },
        { AttributeName: sortKey, AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: partitionKey, KeyType: 'HASH' },
        { AttributeName: sortKey, KeyType: 'RANGE' },
      ],
    }),
  )
}

/** Creates a table; leaves one from an earlier run as it is. */
export const keepTable = async (
  client: DynamoDBClient,
  tableName: string,
  keys = attendanceTable,
): Promise<void> => {
  try {
    await createTable(client, tableName, keys)
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
}
