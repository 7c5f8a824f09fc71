import { PublishCommand } from '@aws-sdk/client-sns'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import { hour, utc } from '../../lib/attendance/moments.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { clientFor } from '../pollers/client.ts'
import type { MeasuredPoller, World } from '../pollers/poller.ts'
import { changesSince, type Known, type PlainEvent } from './changes.ts'

/**
 * What a competent team would write in a week, to compare with: an item for each employee that is
 * read, compared with the last day's clockings, and written; an event for each difference, published
 * before the item is written, so that a crash repeats it. It knows no absences, no corrections and
 * no removals, and what an outage of more than a day hides from it is lost.
 */
export const plainPoller = (world: World): MeasuredPoller => {
  const { database, sns, tableName, topicArn, inFlight, now } = world
  const api = clientFor(world)
  const documents = documentClient(database)
  const limit = pLimit(inFlight)
  let employeeIds: string[] = []

  const clockingsOf = async (employeeId: string): Promise<Clocking[]> => {
    const moment = now()
    const window = { from: utc(moment - 24 * hour), to: utc(moment) }
    const all: Clocking[] = []
    for await (const { records } of api.listClockings({ employeeId, ...window }))
      all.push(...records)
    return all
  }

  const publish = ({ employeeId, ...event }: PlainEvent) =>
    sns.send(
      new PublishCommand({
        TopicArn: topicArn,
        Message: JSON.stringify({ ...event, employeeId }),
        MessageAttributes: {
          type: { DataType: 'String', StringValue: event.type },
          employeeId: { DataType: 'String', StringValue: employeeId },
        },
      }),
    )

  const pollEmployee = async (employeeId: string): Promise<void> => {
    const key = { pk: `PLAIN#${employeeId}`, sk: 'STATE' }
    const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: key }))
    const known: Known | undefined = Item?.['clockings']
    const shown = await clockingsOf(employeeId)
    // The first poll of somebody tells nothing.
    if (known !== undefined) for (const each of changesSince(known, shown)) await publish(each)
    const clockings: Known = Object.fromEntries(shown.map((each) => [each.id, each]))
    const item = { ...key, clockings, polledAt: utc(now()) }
    await documents.send(new PutCommand({ TableName: tableName, Item: item }))
  }

  return {
    prepare: async () => {
      employeeIds = []
      for await (const { records } of api.listEmployees({ filters: { isTerminated: false } }))
        employeeIds.push(...records.map(({ id }) => id))
    },
    poll: async () => {
      await limit.map(employeeIds, pollEmployee)
    },
  }
}
