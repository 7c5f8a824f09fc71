import {
  BatchGetCommand,
  BatchWriteCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb'

type Key = { pk: string; sk: string }
type Put = { PutRequest: { Item: Record<string, unknown> } }
type Delete = { DeleteRequest: { Key: Key } }
type Write = Put | Delete

/** DynamoDB did not take part of a batch, however often it was asked. */
export class UnprocessedError extends Error {
  override readonly name = 'UnprocessedError'
}

/** The limits of one batch, and how often what was not taken is tried again. */
const maxWrites = 25
const maxReads = 100
const maxTries = 5
const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt))

export const put = (item: Record<string, unknown>): Put => ({ PutRequest: { Item: item } })
export const remove = (key: Key): Delete => ({ DeleteRequest: { Key: key } })

const sliced = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )

/**
 * Writes in batches, in order; a crash may leave the first of them written.
 * @throws {UnprocessedError} where DynamoDB keeps refusing some
 */
export const writeAll = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  writes: readonly Write[],
): Promise<void> => {
  for (const batch of sliced(writes, maxWrites)) {
    let left: Write[] = batch
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === maxTries) throw new UnprocessedError('Some writes were not processed')
      if (attempt > 0) await pause(attempt)
      const command = new BatchWriteCommand({ RequestItems: { [tableName]: left } })
      const { UnprocessedItems = {} } = await client.send(command)
      left = (UnprocessedItems[tableName] ?? []) as Write[]
    }
  }
}

const readAll = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly Key[],
  projection: { ProjectionExpression?: string },
): Promise<Record<string, unknown>[]> => {
  const found: Record<string, unknown>[] = []
  for (const batch of sliced(keys, maxReads)) {
    let left: Key[] = batch
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === maxTries) throw new UnprocessedError('Some keys were not processed')
      if (attempt > 0) await pause(attempt)
      const request = { Keys: left, ConsistentRead: true, ...projection }
      const command = new BatchGetCommand({ RequestItems: { [tableName]: request } })
      const { Responses = {}, UnprocessedKeys = {} } = await client.send(command)
      found.push(...(Responses[tableName] ?? []))
      left = (UnprocessedKeys[tableName]?.Keys ?? []) as Key[]
    }
  }
  return found
}

/**
 * Those of the keys that exist, read consistently.
 * @throws {UnprocessedError} where DynamoDB keeps refusing some
 */
export const existing = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly Key[],
): Promise<Key[]> =>
  (await readAll(client, tableName, keys, { ProjectionExpression: 'pk, sk' })) as Key[]

/**
 * The items at those of the keys that exist, read consistently.
 * @throws {UnprocessedError} where DynamoDB keeps refusing some
 */
export const itemsAt = (
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly Key[],
): Promise<Record<string, unknown>[]> => readAll(client, tableName, keys, {})
