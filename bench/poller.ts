import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import { awsClientConfig } from '../lib/platform/aws.ts'
import { useEmbeddedAws } from '../local/aws/sdk-environment.ts'
import { keepTable } from '../local/aws/tables.ts'
import { createEventTopic } from '../local/aws/topic.ts'
import { createSetClock } from './measuring/clock.ts'
import { measure } from './measuring/measure.ts'
import { type DayReport, Order, Question } from './measuring/messages.ts'
import { createUsageMeter } from './measuring/meter.ts'
import { profiled } from './measuring/profile.ts'
import { spansOf } from './measuring/schedule.ts'
import { midnightOf } from './organisation/day.ts'
import { differenceFrom, type KeyedChange, truthOf } from './organisation/truth.ts'
import { plainPoller } from './plain-poller/poll.ts'
import { bare } from './pollers/bare.ts'
import { ours } from './pollers/ours.ts'

/** Polls with one system, in a process of its own, whatever its parent asks for. */

const order = Order.parse(JSON.parse(process.argv[2] ?? ''))
const { system, url, endpoints, employees, inFlight, profiles } = order
useEmbeddedAws(endpoints, process.env)

const clock = createSetClock(midnightOf(0))
const meter = createUsageMeter(clock.now)
const database = new DynamoDBClient(awsClientConfig)
const sns = new SNSClient(awsClientConfig)
const [tableName, eventsTable] = ['attendance', 'events']
for (const name of [tableName, eventsTable]) await keepTable(database, name)
const topicArn = await createEventTopic(sns, 'attendance-events')
const clients = { database: meter.meterDatabase(database), sns: meter.meterTopic(sns) }
const names = { tableName, eventsTable, topicArn }
const world = { url, employees, inFlight, now: clock.now, meter, ...clients, ...names }
const poller = { bare, plain: plainPoller, ours }[system](world)

let firstUntold = 0
/** Everything that happened on the days that were not told of before, up to a day. */
const truthBefore = (day: number): KeyedChange[] => {
  const days = Array.from({ length: day - firstUntold }, (_, index) => firstUntold + index)
  firstUntold = day
  return days.flatMap((each) => truthOf(employees, each))
}

const poll = async ({ day, polls }: Question): Promise<DayReport> => {
  clock.setForward(midnightOf(day))
  // The roster is read before the day begins, as an hourly refresh would have.
  await poller.prepare()
  const measured = []
  for (const [index, span] of spansOf[polls].entries()) {
    const work = () => measure({ poller, clock, meter }, midnightOf(day), span)
    const file = `${system}-${day}-${index}-${span.scenario ?? 'unmeasured'}.cpuprofile`
    const path = profiles === null ? null : join(profiles, file.replaceAll(' ', '-'))
    measured.push(await (path === null ? work() : profiled(path, work)))
  }
  const keys = measured.flatMap(({ told }) => told.map(({ key }) => key))
  return {
    samples: measured.flatMap(({ sample }) => sample ?? []),
    difference: differenceFrom(truthBefore(polls === 'first' ? day : day + 1), keys),
    peakMemory: process.resourceUsage().maxRSS / 1_024,
  }
}

process.on('message', async (question) => process.send?.(await poll(Question.parse(question))))
process.once('disconnect', () => process.exit())
process.send?.('ready')
