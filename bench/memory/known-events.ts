import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { withEvent } from '../../lib/attendance/events/outbox.ts'
import { hour, utc } from '../../lib/attendance/moments.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { publishToLog } from '../../lib/polling/publishing/publish-to-log.ts'
import { rulesOf, type Settings } from '../../lib/settings/settings.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { createLogWriter } from '../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { recordIdOf } from '../organisation/day.ts'
import { usualShardSize } from '../pollers/ours.ts'
import { shardOf, somebody } from './known-people.ts'

/** What was published of everybody: that they came yesterday, left, and came this morning; hours ago. */
const published = [
  { name: 'clocked-in', hoursAgo: 26, shift: 0 },
  { name: 'clocked-out', hoursAgo: 18, shift: 0 },
  { name: 'clocked-in', hoursAgo: 2, shift: 1 },
] as const

/** Somebody in the middle of their shift of yesterday. */
export const duringYesterday = (): string => utc(Date.now() - 22 * hour)

/**
 * One of those events of somebody, as it is published.
 * @param nth of them, in order
 * @param machineNow what they are so many hours before
 */
const eventsOf = (
  employee: number,
  nth: number,
  machineNow: number,
  settings: Settings,
): readonly OutboxEntry[] => {
  const { name, hoursAgo, shift } = published[nth] ?? published[0]
  const now = machineNow - hoursAgo * hour
  const state = somebody(employee, machineNow)
  const id = recordIdOf(employee, shift, 'c')
  const known = state.clockings[id]?.known
  if (known === undefined) throw new Error('everybody has both shifts')
  const end = name === 'clocked-in' ? null : known.end
  const clocking = { id, employeeId: state.employeeId, ...known, end }
  const draft = { name, time: utc(now), facts: [id, utc(now)], data: { clocking } }
  const rules = rulesOf(settings)
  return withEvent({ ...state, sequence: nth }, draft, { now, after: null, rules }).outbox
}

/** That so many came this morning: messages as the topic takes them. */
export const arrivals = (first: number, count: number, settings: Settings): string[] => {
  const now = Date.now()
  const people = Array.from({ length: count }, (_, n) => first + n)
  return people.flatMap((employee) =>
    eventsOf(employee, published.length - 1, now, settings).map(({ message }) => message),
  )
}

/** Writes the event log of so many people, as polls do: what is seen at once of a shard in one segment or two. */
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
  for (const [nth, { hoursAgo }] of published.entries()) {
    now = machineNow - hoursAgo * hour
    for (let first = 0; first < count; first += usualShardSize) {
      const people = Array.from(
        { length: Math.min(usualShardSize, count - first) },
        (_, n) => first + n,
      )
      const entries = people.flatMap((employee) => eventsOf(employee, nth, machineNow, settings))
      const shardId = shardOf(first)
      const { failures } = await publish(entries.map((entry) => ({ ...entry, shardId })))
      if (failures.size > 0) throw new Error(`The log took not all: ${[...failures.values()]}`)
    }
  }
}
