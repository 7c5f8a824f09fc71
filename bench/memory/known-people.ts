import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import { withEvent } from '../../lib/attendance/events/outbox.ts'
import { hour, utc } from '../../lib/attendance/moments.ts'
import { type EmployeeState, newEmployee } from '../../lib/attendance/state/state.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { publishToLog } from '../../lib/polling/publishing/publish-to-log.ts'
import { rulesOf, type Settings } from '../../lib/settings/settings.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { employeeItem } from '../../lib/store/employee-record.ts'
import { createLogWriter } from '../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { keys, shardName } from '../../lib/store/tables.ts'
import { employeeIdOf, recordIdOf } from '../organisation/day.ts'
import { usualShardSize } from '../pollers/ours.ts'

/** DynamoDB takes so many items at once. */
const batchSize = 25

/** Somebody who came this morning, and of whom yesterday's shift is known. */
const somebody = (employee: number, now: number): EmployeeState => {
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

const shardOf = (employee: number): string => shardName(Math.floor(employee / usualShardSize) + 1)

/** Writes down so many people as polls leave them, in shards of the usual size. */
export const knowPeople = async (tableName: string, count: number): Promise<void> => {
  const now = Date.now()
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const shards = createShardStore(documents, tableName)
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

/** What was published of so many people: that they came yesterday, left, and came this morning; hours ago. */
const published = [
  { name: 'clocked-in', hoursAgo: 26, shift: 0 },
  { name: 'clocked-out', hoursAgo: 18, shift: 0 },
  { name: 'clocked-in', hoursAgo: 2, shift: 1 },
] as const

/** Somebody in the middle of their shift of yesterday. */
export const duringYesterday = (): string => utc(Date.now() - 22 * hour)

/** Writes the event log of those people, as polls do: what is seen at once of a shard in one segment or two. */
export const logPeople = async (
  eventsTable: string,
  count: number,
  settings: Settings,
): Promise<void> => {
  const machineNow = Date.now()
  let now = machineNow
  const documents = documentClient(new DynamoDBClient(awsClientConfig))
  const store = createSegmentStore(documents, eventsTable)
  const publish = publishToLog(
    createLogWriter(store, { days: settings.eventLogDays, now: () => now, machineNow: Date.now }),
  )
  const rules = rulesOf(settings)
  for (const { name, hoursAgo, shift } of published) {
    now = machineNow - hoursAgo * hour
    for (let first = 0; first < count; first += usualShardSize) {
      const people = Array.from(
        { length: Math.min(usualShardSize, count - first) },
        (_, n) => first + n,
      )
      const entries = people.flatMap((employee) => {
        const state = somebody(employee, machineNow)
        const id = recordIdOf(employee, shift, 'c')
        const known = state.clockings[id]?.known
        if (known === undefined) throw new Error('everybody has both shifts')
        const end = name === 'clocked-in' ? null : known.end
        const clocking = { id, employeeId: state.employeeId, ...known, end }
        const draft = { name, time: utc(now), facts: [id, utc(now)], data: { clocking } }
        const numbered = {
          ...state,
          sequence: published.findIndex((each) => each.hoursAgo === hoursAgo),
        }
        return withEvent(numbered, draft, { now, after: null, rules }).outbox
      })
      const shardId = shardOf(first)
      const { failures } = await publish(entries.map((entry) => ({ ...entry, shardId })))
      if (failures.size > 0) throw new Error(`The log took not all: ${[...failures.values()]}`)
    }
  }
}
