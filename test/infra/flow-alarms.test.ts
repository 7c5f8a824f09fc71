import { expect, test } from 'vitest'
import { alertQueue } from '../../lib/alerts/queues.ts'
import { pollQueue } from '../../lib/polling/queues.ts'
import { webhookQueue } from '../../lib/webhooks/queues.ts'
import { resources, templateOf } from './environment.ts'

const template = templateOf({
  audiences: { managers: ['a@b.example'] },
  aws: { fifoTopic: true },
  webhooks: [{ name: 'payroll', url: 'https://pay.example.com/events' }],
})
const alarms = Object.values(resources(template, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
)
const alarmNamed = (name: string) =>
  alarms.find((each) => each['AlarmName'] === `attendance-test-${name}`) ?? {}

const nameOf = (reference: unknown): string => JSON.stringify(reference)

/** The queues that a mapping takes messages from. */
const sources = Object.values(resources(template, 'AWS::Lambda::EventSourceMapping')).map(
  ({ Properties }) => (Properties['EventSourceArn'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'][0],
)

test('every queue that is read has an alarm on how long its messages wait', () => {
  const watched = alarms
    .filter((each) => each['MetricName'] === 'ApproximateAgeOfOldestMessage')
    .map((each) => nameOf(each['Dimensions']))
  expect(sources.length).toBe(3)
  for (const source of sources)
    expect(watched.filter((queue) => queue.includes(`"${source}"`)).length).toBe(1)
})

test.each([
  ['polls-waiting', pollQueue],
  ['alerts-waiting', alertQueue],
  ['webhook-payroll-waiting', webhookQueue],
])('%s fires after what is ordinary, and before messages are gone', (name, queue) => {
  const { waitingTooLongSeconds, visibilityTimeoutSeconds, retentionSeconds } = queue
  expect(alarmNamed(name)).toMatchObject({
    Threshold: waitingTooLongSeconds,
    ComparisonOperator: 'GreaterThanThreshold',
    Statistic: 'Maximum',
    Period: 60,
    EvaluationPeriods: 3,
    TreatMissingData: 'notBreaching',
  })
  expect(waitingTooLongSeconds).toBeGreaterThan(visibilityTimeoutSeconds)
  expect(waitingTooLongSeconds).toBeLessThan(retentionSeconds)
})

test('a wake that SQS holds back for as long as it can is no alarm', () => {
  for (const { waitingTooLongSeconds } of [alertQueue, webhookQueue])
    expect(waitingTooLongSeconds).toBeGreaterThan(900)
})

test('every function that Lambda may not start has an alarm', () => {
  const functions = Object.keys(resources(template, 'AWS::Lambda::Function'))
  const throttled = alarms.filter((each) => each['MetricName'] === 'Throttles')
  expect(throttled.length).toBe(functions.length)
  for (const id of functions)
    expect(
      throttled.filter((each) => nameOf(each['Dimensions']).includes(`"${id}"`)),
    ).toMatchObject([
      { Threshold: 0, Statistic: 'Sum', EvaluationPeriods: 3, DatapointsToAlarm: 2 },
    ])
})

test('a run that Lambda gives up is told, also where its dead letter cannot be left', () => {
  const lost = alarms.filter((each) => String(each['AlarmName']).endsWith('-runs-lost'))
  expect(lost.map((each) => each['AlarmName'])).toEqual(
    ['refresh-roster', 'dispatch-polls', 'send-digest'].map(
      (name) => `attendance-test-${name}-runs-lost`,
    ),
  )
  for (const each of lost) {
    const metrics = each['Metrics'] as { Expression?: string; MetricStat?: unknown }[]
    expect(metrics.map(({ Expression }) => Expression)).toContain(
      'FILL(dropped, 0) + FILL(undelivered, 0)',
    )
    const names = JSON.stringify(metrics.map(({ MetricStat }) => MetricStat))
    expect(names).toContain('"AsyncEventsDropped"')
    expect(names).toContain('"DestinationDeliveryFailures"')
  }
  // The minute's run is made up for by the next; an hour's or a day's is told at once.
  expect(lost.map((each) => each['DatapointsToAlarm'])).toEqual([1, 2, 1])
})

test('no topic fails to deliver without an alarm', () => {
  const topics = Object.keys(resources(template, 'AWS::SNS::Topic'))
  const failed = alarms.filter((each) => each['MetricName'] === 'NumberOfNotificationsFailed')
  expect(topics.length).toBe(4)
  expect(failed.length).toBe(topics.length)
  for (const id of topics)
    expect(failed.filter((each) => nameOf(each['Dimensions']).includes(`"${id}"`))).toMatchObject([
      { Threshold: 0, Statistic: 'Sum', Period: 300, EvaluationPeriods: 1 },
    ])
})
