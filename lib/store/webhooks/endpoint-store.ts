import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ifCondition } from '../errors.ts'
import {
  dropLease,
  type Lease,
  leaseIsStillMine,
  leaseValues,
  noOtherLeaseRuns,
  setLease,
} from '../lease.ts'
import { UnreadableRecordError } from '../schema.ts'
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
  const update = (
    webhook: string,
    expression: string,
    values: Record<string, unknown>,
    condition: string,
  ) =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: webhookKeys.endpoint(webhook),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeNames: expression.includes('#schema')
          ? { '#schema': 'schema' }
          : undefined,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    )
  return {
    takeLease: async (webhook, lease) => {
      let record: EndpointRecord | null = null
      await ifCondition(async () => {
        const { Attributes } = await update(webhook, setLease, leaseValues(lease), noOtherLeaseRuns)
        try {
          record = endpointCodec.parse(Attributes)
        } catch (error) {
          if (error instanceof UnreadableRecordError)
            await update(webhook, dropLease, { ':owner': lease.owner }, leaseIsStillMine)
          throw error
        }
      })
      return record
    },

    release: (webhook, owner, { failingSince, failures, stopped, notBefore, wakeAt }) =>
      ifCondition(() =>
        update(
          webhook,
          'SET #schema = :schema, failingSince = :failingSince, failures = :failures, stopped = :stopped, ' +
            `notBefore = :notBefore, wakeAt = :wakeAt ${dropLease}`,
          {
            ':owner': owner,
            ':schema': endpointCodec.schema,
            ':failingSince': failingSince,
            ':failures': failures,
            ':stopped': stopped,
            ':notBefore': notBefore,
            ':wakeAt': wakeAt,
          },
          leaseIsStillMine,
        ),
      ),
  }
}
