import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ifCondition } from '../errors.ts'
import { deflated } from '../packing.ts'
import { eventKeys } from '../tables.ts'
import { lanes } from './lanes.ts'
import { readAfter } from './log-reader.ts'
import { isOf, type LoggedEvent, numbered, type PlacedSegment } from './segment-record.ts'
import { createSegmentStore } from './segment-store.ts'

/** A segment that holds events of somebody. */
export type SegmentOf = { lane: number; segment: PlacedSegment; events: LoggedEvent[] }

/**
 * Every segment of the log that holds events of an employee; all of the log is read.
 * @throws {UnreadableRecordError} where a segment cannot be read
 */
export const segmentsOf = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  employeeId: string,
): Promise<SegmentOf[]> => {
  const store = createSegmentStore(client, tableName)
  const found: SegmentOf[] = []
  for (const lane of lanes)
    for (let position = 0; ; ) {
      const segments = await readAfter(store, lane, position)
      const last = segments.at(-1)
      if (last === undefined) break
      for (const segment of segments) {
        const events = segment.events.filter(isOf(employeeId))
        if (events.length > 0) found.push({ lane, segment, events })
      }
      position = last.position
    }
  return found
}

/** With every rewrite more of a segment's places are forgotten. */
const isAsRead = (forgotten: readonly number[] | undefined): string =>
  forgotten === undefined
    ? 'attribute_exists(pk) AND attribute_not_exists(forgotten)'
    : 'attribute_exists(pk) AND size(forgotten) = :before'

/**
 * Writes a segment without the events of an employee. It stays where it is, and the places of the others in it
 * stay as readers have counted them.
 * @returns false where it has changed since it was read, or expired
 */
export const forgetIn = (
  client: DynamoDBDocumentClient,
  tableName: string,
  { lane, segment }: Pick<SegmentOf, 'lane' | 'segment'>,
  employeeId: string,
): Promise<boolean> => {
  const own = isOf(employeeId)
  const places = numbered(segment).flatMap(([place, event]) => (own(event) ? [place] : []))
  const forgotten = [...(segment.forgotten ?? []), ...places].toSorted((a, b) => a - b)
  return ifCondition(() =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: eventKeys.segment(lane, segment.position),
        UpdateExpression: 'SET packed = :packed, forgotten = :forgotten',
        ConditionExpression: isAsRead(segment.forgotten),
        ExpressionAttributeValues: {
          ':packed': deflated(segment.events.filter((event) => !own(event))),
          ':forgotten': forgotten,
          ...(segment.forgotten !== undefined && { ':before': segment.forgotten.length }),
        },
      }),
    ),
  )
}
