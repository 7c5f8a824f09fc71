import { SubscribeCommand } from '@aws-sdk/client-sns'
import { CreateQueueCommand, GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { expect } from 'vitest'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { publishedExamples } from '../../scripts/event-catalog/examples.ts'
import { filterPolicies } from '../../scripts/event-catalog/facts.ts'
import { test } from '../harness/engine-test.ts'
import type { Engines } from '../harness/engines.ts'

const entries = Object.values(publishedExamples()).map(
  ({ event, attributes }): OutboxEntry => ({
    id: String(event['id']),
    type: String(event['type']),
    time: String(event['time']),
    recordedtime: String(event['recordedtime']),
    message: JSON.stringify(event),
    attributes,
  }),
)

const subscribe = async (
  { sns, sqs }: Engines,
  topicArn: string,
  name: string,
  policy: object,
): Promise<string> => {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }))
  const wanted = { QueueUrl, AttributeNames: ['QueueArn' as const] }
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand(wanted))
  await sns.send(
    new SubscribeCommand({
      TopicArn: topicArn,
      Protocol: 'sqs',
      Endpoint: Attributes['QueueArn'],
      Attributes: { RawMessageDelivery: 'true', FilterPolicy: JSON.stringify(policy) },
    }),
  )
  return QueueUrl
}

const all = entries.map(({ type }) => type).toSorted()
const ofHolidays = ['amended', 'ended', 'started'].map((what) => `attendance.absence-${what}`)
const expected: Record<string, string[]> = {
  'Only clock-ins and clock-outs': ['attendance.clocked-in', 'attendance.clocked-out'],
  'Everything about holidays, nothing about other absences': ofHolidays,
  'Nothing that was so before the first run': all,
  'One employee': all,
}

test('every documented filter policy lets through what it says', async ({ engines }) => {
  const { topicArn } = await engines.createResources()
  const queues = await Promise.all(
    filterPolicies.map(({ policy }, n) => subscribe(engines, topicArn, `filtered-${n}`, policy)),
  )
  await publishToTopic(engines.sns, topicArn)(entries)
  const received = await Promise.all(
    queues.map(async (queueUrl) =>
      (await engines.drain(queueUrl)).map(({ event }) => event.type).toSorted(),
    ),
  )
  const byPurpose = filterPolicies.map(({ purpose }, n) => [purpose, received[n]])
  expect(Object.fromEntries(byPurpose)).toEqual(expected)
})
