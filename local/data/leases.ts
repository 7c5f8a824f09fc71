import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dropLease } from '../../lib/store/lease.ts'
import { itemsOf } from '../../lib/store/query.ts'
import { keys } from '../../lib/store/tables.ts'

/**
 * Drops the leases of polls that an earlier run was killed in. It cannot still be running,
 * since only one run at a time uses a folder, so nobody has to wait for them to expire.
 */
export const dropLeases = async (
  client: DynamoDBDocumentClient,
  tableName: string,
): Promise<void> => {
  const leased = [
    ...(await itemsOf(client, tableName, keys.roster, keys.shardPrefix)),
    ...(await itemsOf(client, tableName, keys.roster, keys.rosterRecord.sk)),
  ]
  for (const { pk, sk } of leased)
    await client.send(
      new UpdateCommand({ TableName: tableName, Key: { pk, sk }, UpdateExpression: dropLease }),
    )
}
