import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../../lib/attendance/moments.ts'
import type { Engines } from './engines.ts'

/** Drops what has expired, as DynamoDB does. @returns how many items */
export const dropExpired = async (
  { documents }: Engines,
  TableName: string,
  now: EpochMs,
): Promise<number> => {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }))
  const expired = Items.filter(({ ttl }) => typeof ttl === 'number' && ttl * 1_000 < now)
  for (const { pk, sk } of expired)
    await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }))
  return expired.length
}
