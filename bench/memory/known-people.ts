import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import { hour, utc } from '../../lib/attendance/moments.ts'
import { type EmployeeState, newEmployee } from '../../lib/attendance/state/state.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { employeeItem } from '../../lib/store/employee-record.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { keys, shardName } from '../../lib/store/tables.ts'
import { employeeIdOf, recordIdOf } from '../organisation/day.ts'
import { usualShardSize } from '../pollers/ours.ts'

/** DynamoDB takes so many items at once. */
const batchSize = 25

/** Somebody who came this morning, and of whom yesterday's shift is known. */
export const somebody = (employee: number, now: number): EmployeeState => {
  const shift = (start: number, end: number | null) => ({
    phase: 'present' as const,
    revision: 0,
    missingSince: null,
    former: [],
    doubted: [],
    keptUntil: null,
    raised: [],
    known: {
      start: utc(start),
      end: end === null ? null : utc(end),
      startTimeZone: 'Europe/London',
      endTimeZone: 'Europe/London',
      breaks: [],
    },
  })
  const profile = {
    givenName: 'Ada',
    familyName: `Lovelace-${employee}`,
    jobTitle: 'Engineer',
    externalReference: null,
    employmentStart: '2024-01-08',
    employmentEnd: null,
    email: `employee-${employee}@example.org`,
    payrollNumber: String(100_000 + employee),
  }
  const state = newEmployee(employeeIdOf(employee), profile, utc(now))
  return {
    ...state,
    seen: true,
    timeZone: 'Europe/London',
    clockings: {
      [recordIdOf(employee, 0, 'c')]: shift(now - 26 * hour, now - 18 * hour),
      [recordIdOf(employee, 1, 'c')]: shift(now - 2 * hour, null),
    },
  }
}

export const shardOf = (employee: number): string =>
  shardName(Math.floor(employee / usualShardSize) + 1)

/** Writes down shards of the usual size that so many people are in, as polls leave them. */
export const knowShards = async (tableName: string, count: number): Promise<void> => {
  const now = Date.now()
  const shards = createShardStore(documentClient(new DynamoDBClient(awsClientConfig)), tableName)
  const shardIds = Array.from({ length: Math.ceil(count / usualShardSize) }, (_, n) =>
    shardName(n + 1),
  )
  for (const [n, shardId] of shardIds.entries())
    await shards.create({
      shardId,
      members: Math.min(usualShardSize, count - n * usualShardSize),
      polledThrough: utc(now),
      absencesReadAt: utc(now),
      lossAcceptedAt: null,
      behind: { clockings: {}, absences: {} },
    })
}

/** Writes down so many people as polls leave them, in their shards. */
export const knowPeople = async (tableName: string, count: number): Promise<void> => {
  const now = Date.now()
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  await knowShards(tableName, count)
  const requests = Array.from({ length: count }, (_, employee) => {
    const state = somebody(employee, now)
    const Item = { ...keys.employee(shardOf(employee), state.employeeId), ...employeeItem(state) }
    return { PutRequest: { Item } }
  })
  const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, n) =>
    requests.slice(n * batchSize, (n + 1) * batchSize),
  )
  await pLimit(16).map(batches, async (batch) => {
    const { UnprocessedItems = {} } = await documents.send(
      new BatchWriteCommand({ RequestItems: { [tableName]: batch } }),
    )
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('Not all items were written')
  })
}
