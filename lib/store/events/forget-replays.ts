import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { eventKeys } from '../tables.ts'
import { type ReplayProgress, replayCodec } from './replay-record.ts'
import { createReplayStore } from './replay-store.ts'

const isSame = (one: string | null, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

/** Whether a replay was asked for somebody alone. */
const isOfThemAlone = ({ request }: ReplayProgress, employeeId: string): boolean =>
  'employeeId' in request && isSame(request.employeeId, employeeId)

/** Whether a snapshot was told of somebody last, or is being told of them. */
const isWithThem = ({ after, whose = '' }: ReplayProgress, employeeId: string): boolean =>
  isSame(after, employeeId) || isSame(whose.split(' ')[0] ?? '', employeeId)

/** Every note of a replay or a snapshot that can be read and names an employee; all of the table is read. */
export const replaysOf = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  employeeId: string,
): Promise<ReplayProgress[]> => {
  const found: ReplayProgress[] = []
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: 'begins_with(pk, :prefix)',
      ExpressionAttributeValues: { ':prefix': eventKeys.replay('').pk },
      ConsistentRead: true,
    },
  )
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      const read = replayCodec.read(item)
      if (read.kind !== 'read') continue
      const isNamed = isOfThemAlone(read.value, employeeId) || isWithThem(read.value, employeeId)
      if (isNamed) found.push(read.value)
    }
  return found
}

/**
 * Takes an employee out of the note of a replay. One that was asked for them alone has nothing more to send, and goes; a
 * snapshot goes on with the first of the shard that it was with. Where somebody works on it just then, they end, and it
 * is gone on with by its id.
 */
export const forgetInReplay = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  progress: ReplayProgress,
  employeeId: string,
  machineNow: () => number,
): Promise<void> => {
  if (isOfThemAlone(progress, employeeId)) {
    const Key = eventKeys.replay(progress.id)
    await client.send(new DeleteCommand({ TableName: tableName, Key }))
    return
  }
  const { whose: _whose, ...rest } = progress
  await createReplayStore(client, tableName, machineNow).save({ ...rest, after: '', within: 0 })
}
