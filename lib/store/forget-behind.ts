import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ifCondition } from './errors.ts'
import type { Shard } from './shard-record.ts'
import { keys } from './tables.ts'

/** That a shard's record says of somebody that they are behind, by their id as it has it. */
export type BehindOf = { shardId: string; employeeId: string }

/** Where somebody is said to be behind: an id is the same in either case. */
export const behindOf = (shards: readonly Shard[], employeeId: string): BehindOf[] =>
  shards.flatMap(({ shardId, behind }) => {
    const ids = new Set([...Object.keys(behind.clockings), ...Object.keys(behind.absences)])
    const own = [...ids].filter((id) => id.toLowerCase() === employeeId.toLowerCase())
    return own.map((id) => ({ shardId, employeeId: id }))
  })

/** Takes somebody out of those who are behind. A poll that is under way may note them once more, and the next one does not. */
export const forgetBehind = (
  client: DynamoDBDocumentClient,
  tableName: string,
  { shardId, employeeId }: BehindOf,
): Promise<boolean> =>
  ifCondition(() =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.shard(shardId),
        UpdateExpression: 'REMOVE behind.clockings.#id, behind.absences.#id',
        ConditionExpression:
          'attribute_exists(behind.clockings.#id) OR attribute_exists(behind.absences.#id)',
        ExpressionAttributeNames: { '#id': employeeId },
      }),
    ),
  )
