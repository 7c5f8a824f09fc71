import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { itemsAt } from '../batches.ts'
import { webhookKeys } from '../tables.ts'
import { type EndpointRecord, endpointCodec } from './endpoint-record.ts'

/**
 * How it is with an endpoint, for whoever only looks; null where nothing was sent there yet.
 * @throws {UnreadableRecordError}
 */
export const readEndpoint = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  webhook: string,
): Promise<EndpointRecord | null> => {
  const [item] = await itemsAt(client, tableName, [webhookKeys.endpoint(webhook)])
  return item === undefined ? null : endpointCodec.parse(item)
}
