import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { attendanceTable } from '../../lib/store/tables.ts'

const { partitionKey, sortKey } = attendanceTable

/**
 * Creates a table as it is defined for the deployed stack.
 * @throws ResourceInUseException where there is one of that name
 */
export const createTable = async (client: DynamoDBClient, tableName: string): Promise<void> => {
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
