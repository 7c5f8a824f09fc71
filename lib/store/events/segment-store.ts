import {
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { ifCondition } from '../errors.ts'
import { eventKeys } from '../tables.ts'
import {
  type PlacedSegment,
  type Segment,
  segmentCodec,
  segmentItem,
  type Tail,
  tailCodec,
} from './segment-record.ts'

/** The event log as it is written: each lane is a row of segments, at 1, 2, 3 and so on. */
export type SegmentWriting = {
  /** What is noted of a lane; null where nothing is. May be behind, where a writer was killed. */
  tail: (lane: number, signal?: AbortSignal) => Promise<Tail | null>
  /** The last segment that there is now, and when it may be gone; null where there is none. */
  newest: (lane: number, signal?: AbortSignal) => Promise<Tail | null>
  /**
   * Writes a segment where no other has its position.
   * @param expiry when DynamoDB may drop it, in seconds since 1970
   * @returns false where there is one, and it stays
   */
  create: (
    lane: number,
    segment: PlacedSegment,
    expiry: number,
    signal?: AbortSignal,
  ) => Promise<boolean>
  /**
   * Notes the last position of a lane, or that a segment after the one that is noted may be gone sooner; a lower position,
   * or a later moment, changes nothing.
   */
  note: (lane: number, tail: Tail, signal?: AbortSignal) => Promise<void>
}

/** The event log as it is read. */
export type SegmentReading = Pick<SegmentWriting, 'newest'> & {
  /**
   * Up to `limit` segments after a position, in order, read consistently; fewer where they are large,
   * none only where none follow.
   * @throws {UnreadableRecordError} where one cannot be read: it must not be skipped
   */
  after: (lane: number, position: number, limit: number) => Promise<PlacedSegment[]>
  /** Likewise those before a position, newest first. */
  before: (lane: number, position: number, limit: number) => Promise<PlacedSegment[]>
}

/** The last that twelve digits can say. */
const lastPosition = 999_999_999_999

const placed = (item: Record<string, unknown>): PlacedSegment => ({
  position: Number(item['sk']),
  ...segmentCodec.parse(item),
})

/** A segment as the end of its lane. */
const endAt = ({ sk, ttl, writtenAt }: Record<string, unknown>): Tail => ({
  last: Number(sk),
  lastExpiry: Number(ttl),
  writtenAt: String(writtenAt),
})

const itemOf = (lane: number, { position, ...segment }: PlacedSegment, ttl: number) => ({
  ...eventKeys.segment(lane, position),
  ...segmentItem(segment satisfies Segment),
  ttl,
})

const isFree = 'attribute_not_exists(pk)'
const isNews =
  'attribute_not_exists(pk) OR #last < :last OR (#last = :last AND lastExpiry > :lastExpiry)'

/** The table `events` behind both. */
export const createSegmentStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): SegmentWriting & SegmentReading => {
  const find = async (
    lane: number,
    [from, to]: readonly [number, number],
    options: Partial<QueryCommandInput>,
    abortSignal?: AbortSignal,
  ): Promise<Record<string, unknown>[]> => {
    const command = new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': eventKeys.lane(lane),
        ':from': eventKeys.position(from),
        ':to': eventKeys.position(to),
      },
      ConsistentRead: true,
      ...options,
    })
    const { Items = [] } = await client.send(command, abortSignal && { abortSignal })
    return Items
  }

  return {
    tail: async (lane, signal) => {
      const [item] = await find(lane, [0, 0], {}, signal)
      return item === undefined ? null : tailCodec.parse(item)
    },

    newest: async (lane, signal) => {
      const last = {
        ScanIndexForward: false,
        Limit: 1,
        ProjectionExpression: 'sk, writtenAt, #ttl',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
      }
      const [item] = await find(lane, [1, lastPosition], last, signal)
      return item === undefined ? null : endAt(item)
    },

    create: (lane, segment, expiry, abortSignal) =>
      ifCondition(() =>
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: itemOf(lane, segment, expiry),
            ConditionExpression: isFree,
          }),
          abortSignal && { abortSignal },
        ),
      ),

    note: async (lane, { last, lastExpiry, writtenAt }, abortSignal) => {
      await ifCondition(() =>
        client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: eventKeys.tail(lane),
            UpdateExpression:
              'SET #schema = :schema, #last = :last, lastExpiry = :lastExpiry, writtenAt = :writtenAt',
            ConditionExpression: isNews,
            ExpressionAttributeNames: { '#schema': 'schema', '#last': 'last' },
            ExpressionAttributeValues: {
              ':schema': tailCodec.schema,
              ':last': last,
              ':lastExpiry': lastExpiry,
              ':writtenAt': writtenAt,
            },
          }),
          abortSignal && { abortSignal },
        ),
      )
    },

    after: async (lane, position, limit) =>
      (await find(lane, [position + 1, lastPosition], { Limit: limit })).map(placed),

    before: async (lane, position, limit) => {
      if (position <= 1) return []
      const to = Math.min(position - 1, lastPosition)
      return (await find(lane, [1, to], { Limit: limit, ScanIndexForward: false })).map(placed)
    },
  }
}
