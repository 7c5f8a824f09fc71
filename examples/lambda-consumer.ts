import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
// Where the package is installed: 'attendance-events-consumer/events' and '…/read'.
import type { AttendanceEvent, Clocking } from '../consumer/src/events.ts'
import { readDelivery } from '../consumer/src/read.ts'

/**
 * A Lambda function behind a queue that keeps in DynamoDB who is in: an item for each clocking, by `pk` and
 * `sk`. Its event source mapping needs `ReportBatchItemFailures`, so that one message that fails
 * does not bring back the others.
 */

const documents = DynamoDBDocumentClient.from(new DynamoDBClient())

const presenceIn = ({ type }: AttendanceEvent, clocking: Clocking): string => {
  if (type === 'attendance.clocking-removed') return 'none'
  if (clocking.end !== null) return 'out'
  return clocking.breaks.some(({ end }) => end === null) ? 'on a break' : 'in'
}

/** Of two events the later counts: the condition takes no repeat, and nothing that comes late. */
const save = async (event: AttendanceEvent, clocking: Clocking): Promise<void> => {
  const { subject, sequence } = event
  const presence = presenceIn(event, clocking)
  const put = new PutCommand({
    TableName: process.env['TABLE_NAME'],
    Item: { pk: `EMPLOYEE#${subject}`, sk: `CLOCKING#${clocking.id}`, sequence, presence },
    ConditionExpression: 'attribute_not_exists(pk) OR #sequence < :sequence',
    ExpressionAttributeNames: { '#sequence': 'sequence' },
    ExpressionAttributeValues: { ':sequence': sequence },
  })
  try {
    await documents.send(put)
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}

const take = async ({ body }: SQSRecord): Promise<void> => {
  const delivery = readDelivery(JSON.parse(body))
  if (delivery === null) throw new Error('The message is no event')
  if (delivery.kind !== 'full' || !('clocking' in delivery.event.data)) return
  await save(delivery.event, delivery.event.data.clocking)
}

export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const taken = await Promise.allSettled(Records.map(take))
  const failed = Records.filter((_, index) => taken[index]?.status === 'rejected')
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
}
