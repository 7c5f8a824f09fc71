import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { day, type EpochMs } from '../../attendance/moments.ts'
import { ifCondition } from '../errors.ts'
import { itemsOf } from '../query.ts'
import { eventKeys } from '../tables.ts'
import { type ReplayProgress, replayCodec } from './replay-record.ts'

/** How far replays have come. */
export type ReplayStore = {
  /**
   * @returns null where there is none of that id, or it was dropped
   * @throws {UnreadableRecordError}
   */
  read: (id: string) => Promise<ReplayProgress | null>
  /**
   * Writes progress over the version that it was read with (0: over nothing).
   * @returns it with its new version, or null where another writer was first
   */
  save: (progress: ReplayProgress) => Promise<ReplayProgress | null>
}

/** Progress is kept for so long. */
const keptFor = 30 * day

/** Replays, in the table of the event log. */
export const createReplayStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => EpochMs,
): ReplayStore => ({
  read: async (id) => {
    const { pk, sk } = eventKeys.replay(id)
    const [item] = await itemsOf(client, tableName, pk, sk, { isConsistent: true })
    return item === undefined ? null : replayCodec.parse(item)
  },

  save: async (progress) => {
    const next = { ...progress, version: progress.version + 1 }
    const isSaved = await ifCondition(() =>
      client.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...eventKeys.replay(progress.id),
            schema: replayCodec.schema,
            ...next,
            ttl: Math.ceil((machineNow() + keptFor) / 1_000),
          },
          ...(progress.version === 0
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : {
                ConditionExpression: '#version = :version',
                ExpressionAttributeNames: { '#version': 'version' },
                ExpressionAttributeValues: { ':version': progress.version },
              }),
        }),
      ),
    )
    return isSaved ? next : null
  },
})
