import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '../../attendance/moments.ts'
import { type DeliveryPlace, expiryOf, webhookKeys } from '../tables.ts'
import { type DeliveryRecord, isRepeat, sortable } from './delivery-record.ts'

/** That something is due: a key of its own, so that what is due first is found first. */
export type Mark = {
  dueAt: string
  place: DeliveryPlace
  /** Whom the event is about, and its number among theirs; empty where it has none, or was marked before they were here. */
  subject: string
  sequence: string
  /** Whether the event was told before; not so where it was marked before this was here. */
  isRepeat: boolean
}

const bySequence = (a: Mark, b: Mark): number =>
  a.sequence === b.sequence ? 0 : a.sequence < b.sequence ? -1 : 1

/** Marks in order within each employee: whoever's turn it is by when something became due, the first of theirs goes. */
export const inOrderOfEach = (marks: readonly Mark[]): Mark[] => {
  const bySubject = Map.groupBy(marks, ({ subject }) => subject)
  const inTurn = new Map(
    [...bySubject].map(([subject, own]) => [subject, own.toSorted(bySequence).values()]),
  )
  return marks.flatMap(({ subject }) => inTurn.get(subject)?.next().value ?? [])
}

const markOf = ({
  sk,
  recordedtime,
  id,
  subject = '',
  sequence = '',
  isRepeat = false,
}: Record<string, unknown>): Mark => ({
  dueAt: String(sk).split('#')[0] ?? '',
  place: { recordedtime: String(recordedtime), id: String(id) },
  subject: String(subject),
  sequence: String(sequence),
  isRepeat: isRepeat === true,
})

/** Marks in the table, each beside the delivery that it stands for. */
export const createMarks = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => EpochMs,
) => {
  const mark = (webhook: string, delivery: DeliveryRecord) => {
    const { dueAt, recordedtime, id, subject, sequence } = delivery
    const key = webhookKeys.due(webhook, dueAt, { recordedtime, id })
    const told = {
      recordedtime,
      id,
      subject,
      sequence,
      ...(isRepeat(delivery) && { isRepeat: true }),
    }
    const Item = { ...key, ...told, ttl: expiryOf(machineNow()) }
    return client.send(new PutCommand({ TableName: tableName, Item }))
  }
  const unmark = (webhook: string, { dueAt, place }: Pick<Mark, 'dueAt' | 'place'>) =>
    client.send(
      new DeleteCommand({ TableName: tableName, Key: webhookKeys.due(webhook, dueAt, place) }),
    )

  const marks = async (webhook: string, limit: number, after: Mark | null) => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': webhookKeys.dueAt(webhook) },
        ConsistentRead: true,
        Limit: limit,
        ...(after && { ExclusiveStartKey: webhookKeys.due(webhook, after.dueAt, after.place) }),
      }),
    )
    return Items.map(markOf)
  }

  /** What is due between two moments, consistently. */
  const marksBetween = async (webhook: string, from: EpochMs, to: EpochMs): Promise<Mark[]> => {
    const pages = paginateQuery(
      { client },
      {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': webhookKeys.dueAt(webhook),
          ':from': sortable(from),
          ':to': sortable(to),
        },
        ConsistentRead: true,
      },
    )
    const found: Mark[] = []
    for await (const { Items = [] } of pages) found.push(...Items.map(markOf))
    return found
  }

  /** The news among so many of what is due by a moment, those that became due last; the longest due first, consistently. */
  const newsAmongLast = async (webhook: string, by: EpochMs, count: number): Promise<Mark[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND sk < :before',
        FilterExpression: 'attribute_not_exists(isRepeat)',
        ExpressionAttributeValues: {
          ':pk': webhookKeys.dueAt(webhook),
          ':before': sortable(by + 1),
        },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: count,
      }),
    )
    return Items.map(markOf).toReversed()
  }

  return { mark, unmark, marks, marksBetween, newsAmongLast }
}
export type Marks = ReturnType<typeof createMarks>
