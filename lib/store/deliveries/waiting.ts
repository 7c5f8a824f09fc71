import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ifCondition } from '../errors.ts'
import { codec, isNotOfALaterVersion } from '../schema.ts'
import { deliveryKeys } from '../tables.ts'

/** Something that waits to be sent to a destination. */
export const Waiting = z.object({
  /** The same for every repeat; in the order in which things were seen. */
  id: z.string(),
  /** The rule that wants it. */
  rule: z.string(),
  /** When its message is due, UTC. */
  dueAt: z.string(),
  /** The event as the rule may show it, JSON. */
  event: z.string(),
  /** Notified because it puts an end to something that was notified as overdue. */
  as: z.literal('all-clear').optional(),
  /** Notified because it shows that something is there after all that was notified as gone. */
  isBack: z.literal(true).optional(),
  /** Notified because of the type of an absence: of any other it would not be. */
  isByType: z.literal(true).optional(),
  /** The id of what it is to be read after, though it was perhaps sent before. */
  after: z.string().optional(),
})
export type Waiting = z.infer<typeof Waiting>

/** What a rule wanted that does not go by the type waits for all, whichever wants it by then. */
const Kept = Waiting.extend({ isForAll: z.literal(true).optional() }).transform(
  ({ isForAll, isByType, ...waiting }): Waiting => ({
    ...waiting,
    ...(isByType && !isForAll && { isByType }),
  }),
)

const waitingCodec = codec('what waits', Kept, [(item) => item])

/** An item as what waits, or null where it cannot be read or was written by a later version. */
export const readWaiting = (item: Record<string, unknown>): Waiting | null => {
  const read = waitingCodec.read(item)
  return read.kind === 'read' ? read.value : null
}

/**
 * Keeps something waiting, unless a later version of this code did so already.
 * @param expiry when DynamoDB may drop it, in seconds since 1970
 */
export const addWaiting = (
  client: DynamoDBDocumentClient,
  tableName: string,
  destination: string,
  { id, rule, dueAt, event, ...why }: Waiting,
  expiry: number,
): Promise<boolean> => {
  const reasons = (['as', 'isBack', 'isByType', 'after'] as const).filter(
    (reason) => why[reason] !== undefined,
  )
  // A rule that wants it whatever the type may have come since it was kept, or before; versions before know the first alone.
  const isForAll = why.isByType === undefined
  return ifCondition(() =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: deliveryKeys.waiting(destination, id),
        UpdateExpression:
          'SET #schema = :schema, #id = :id, #rule = :rule, dueAt = :dueAt, #event = :event, ' +
          ['#ttl = :ttl', ...reasons.map((reason) => `#${reason} = :${reason}`)].join(', ') +
          (isForAll ? ', isForAll = :isForAll REMOVE isByType' : ''),
        ConditionExpression: isNotOfALaterVersion,
        ExpressionAttributeNames: {
          '#schema': 'schema',
          '#id': 'id',
          '#rule': 'rule',
          '#event': 'event',
          '#ttl': 'ttl',
          ...Object.fromEntries(reasons.map((reason) => [`#${reason}`, reason])),
        },
        ExpressionAttributeValues: {
          ':schema': waitingCodec.schema,
          ':id': id,
          ':rule': rule,
          ':dueAt': dueAt,
          ':event': event,
          ':ttl': expiry,
          ...(isForAll && { ':isForAll': true }),
          ...Object.fromEntries(reasons.map((reason) => [`:${reason}`, why[reason]])),
        },
      }),
    ),
  )
}

/**
 * A page of what waits for a destination, oldest first, consistently, and how much of it cannot
 * be read or was written by a later version.
 * @param from where the page before ended
 */
export const pageOfWaiting = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  destination: string,
  from: string | null,
): Promise<{ waiting: Waiting[]; unreadable: number; next: string | null }> => {
  const partition = deliveryKeys.waitingFor(destination)
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partition },
      ExclusiveStartKey: from === null ? undefined : { pk: partition, sk: from },
      ConsistentRead: true,
    }),
  )
  const waiting = Items.map(readWaiting).filter((each) => each !== null)
  const last: unknown = LastEvaluatedKey?.['sk']
  const next = typeof last === 'string' ? last : null
  return { waiting, unreadable: Items.length - waiting.length, next }
}
