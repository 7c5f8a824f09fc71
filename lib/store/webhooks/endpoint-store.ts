import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../../attendance/moments.ts'
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
  /** Writes what is known, under the lease: nothing where that was lost. */
  note: (webhook: string, owner: string, record: EndpointRecord) => Promise<void>
  /**
   * Writes what is known and drops the lease.
   * @returns whether somebody asked for a turn since it was taken; null where the lease was lost, and nothing is
   * written
   */
  release: (
    webhook: string,
    owner: string,
    record: EndpointRecord,
  ) => Promise<{ isAskedFor: boolean } | null>
  /**
   * Asks whoever has the turn for another after it.
   * @param by who asks, nobody else
   * @returns whether somebody has it now, who will know, up to when, and the wake that is on its way
   */
  ask: (
    webhook: string,
    by: string,
    now: EpochMs,
  ) => Promise<{ isTaken: boolean; leaseUntil: EpochMs; wakeAt: EndpointRecord['wakeAt'] }>
}

export const createEndpointStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): EndpointStore => {
  const record = (webhook: string) =>
    leasedRecord(client, tableName, webhookKeys.endpoint(webhook), endpointCodec)
  return {
    takeLease: (webhook, lease) => record(webhook).takeLease(lease),
    note: async (webhook, owner, { askedBy: _askedBy, ...known }) => {
      await record(webhook).note(owner, known)
    },
    release: async (webhook, owner, { askedBy, ...known }) => {
      const after = await record(webhook).finish(owner, known)
      return after && { isAskedFor: after.askedBy !== askedBy }
    },
    ask: async (webhook, by, now) => {
      const { record: found, leaseUntil } = await record(webhook).leave({ askedBy: by })
      return { isTaken: leaseUntil > now, leaseUntil, wakeAt: found.wakeAt }
    },
  }
}
