import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
// Where the package is installed: 'attendance-events-consumer/events' and '…/read'.
import type { AttendanceEvent, Clocking } from '../consumer/src/events.ts'
import { readDelivery } from '../consumer/src/read.ts'

/**
 * A Lambda function behind a queue that keeps in DynamoDB who is in, by `pk` and `sk`: an item for each
 * clocking, and one for the last snapshot of each employee. Its event source mapping needs
 * `ReportBatchItemFailures`, so that one message that fails does not bring back the others.
 */

const documents = DynamoDBDocumentClient.from(new DynamoDBClient())

const presenceIn = ({ type }: AttendanceEvent, clocking: Clocking): string => {
  if (type === 'attendance.clocking-removed') return 'none'
  if (clocking.end !== null) return 'out'
  return clocking.breaks.some(({ end }) => end === null) ? 'on a break' : 'in'
}

/** Of two events the later counts: the condition takes no repeat, and nothing that comes late. */
const save = async (sk: string, { subject, sequence }: AttendanceEvent, more: object = {}) => {
  const put = new PutCommand({
    TableName: process.env['TABLE_NAME'],
    Item: { pk: `EMPLOYEE#${subject}`, sk, sequence, ...more },
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
  if (delivery.kind !== 'full') return
  const { event } = delivery
  if (event.snapshot === true) await save('SNAPSHOT', event)
  if (!('clocking' in event.data)) return
  const { clocking } = event.data
  await save(`CLOCKING#${clocking.id}`, event, { presence: presenceIn(event, clocking) })
}

/** Where somebody is. What is older than their last snapshot, and was not told by that, is not so any more. */
export const presenceOf = async (employeeId: string): Promise<string> => {
  const query = new QueryCommand({
    TableName: process.env['TABLE_NAME'],
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `EMPLOYEE#${employeeId}` },
    ConsistentRead: true,
  })
  const { Items = [] } = await documents.send(query)
  const snapshot = Items.find(({ sk }) => sk === 'SNAPSHOT')?.['sequence'] ?? ''
  const now = Items.filter(({ sequence }) => sequence >= snapshot).map((item) => item['presence'])
  return ['in', 'on a break'].find((presence) => now.includes(presence)) ?? 'out'
}

export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const taken = await Promise.allSettled(Records.map(take))
  const failed = Records.filter((_, index) => taken[index]?.status === 'rejected')
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
}
