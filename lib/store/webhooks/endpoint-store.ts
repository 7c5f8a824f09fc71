import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Lease } from '../lease.ts'
import { leasedRecord } from '../leased-record.ts'
import { webhookKeys } from '../tables.ts'
import { type EndpointRecord, endpointCodec } from './endpoint-record.ts'

/** How it is with each endpoint, and whose turn there it is. */
export type EndpointStore = {
  /**
   * @returns the record, or null where another lease runs
   * @throws {UnreadableRecordError} where it cannot be read; no lease is left behind
   */
  takeLease: (webhook: string, lease: Lease) => Promise<EndpointRecord | null>
  /** Writes what is known and drops the lease. False: the lease was lost, and nothing is written. */
  release: (webhook: string, owner: string, record: EndpointRecord) => Promise<boolean>
}

export const createEndpointStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): EndpointStore => {
  const record = (webhook: string) =>
    leasedRecord(client, tableName, webhookKeys.endpoint(webhook), endpointCodec)
  return {
    takeLease: (webhook, lease) => record(webhook).takeLease(lease),
    release: (webhook, owner, known) => record(webhook).finish(owner, known),
  }
}
