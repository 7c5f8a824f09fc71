import { expect, test } from 'vitest'
import { UnusableStack } from '../../infra/unusable-stack.ts'
import { webhookQueue, webhookTimeoutSeconds } from '../../lib/webhooks/queues.ts'
import { appOf, resources, settingsOf, templateOf, theResource } from './environment.ts'

const settings = {
  aws: { region: 'eu-west-1', account: '123456789012' },
  webhooks: [
    {
      name: 'payroll',
      url: 'https://pay.example.com/events',
      events: ['clocked-out', 'clocked-in'],
    },
    { name: 'doors', url: 'https://doors.example.com/' },
  ],
}
const template = templateOf(settings)
const arnOf = (part: string) => ({ 'Fn::GetAtt': [expect.stringMatching(part), 'Arn'] })

test('nothing of webhooks is deployed where the settings have none', () => {
  const text = JSON.stringify(templateOf({ slack: { channels: ['office'] } }).toJSON())
  // What a replay is told of how their queues would be named is no queue.
  const others = text.replaceAll('/attendance-test-webhook-"', '')
  expect(others).not.toMatch(
    /DeliverWebhook|deliver-webhook|WebhooksSecret|attendance-test-webhook/,
  )
})

test('every endpoint has a queue of its own, as the local run has it', () => {
  for (const name of ['payroll', 'doors']) {
    expect(
      theResource(template, 'AWS::SQS::Queue', `Webhooks${name}EventsQueue`).Properties,
    ).toMatchObject({
      QueueName: `attendance-test-webhook-${name}`,
      VisibilityTimeout: webhookQueue.visibilityTimeoutSeconds,
      MessageRetentionPeriod: webhookQueue.retentionSeconds,
      RedrivePolicy: {
        maxReceiveCount: webhookQueue.maxReceiveCount,
        deadLetterTargetArn: arnOf(`Webhooks${name}EventsDeadLetters`),
      },
    })
    expect(
      theResource(template, 'AWS::SQS::Queue', `Webhooks${name}EventsDeadLetters`).Properties,
    ).toMatchObject({ QueueName: `attendance-test-webhook-${name}-dead-letters` })
  }
  expect(webhookQueue.visibilityTimeoutSeconds).toBeGreaterThan(webhookTimeoutSeconds)
})

const subscriptionOf = (name: string) =>
  theResource(template, 'AWS::SNS::Subscription', `Webhooks${name}`).Properties

test('an endpoint gets the types that it names, or all of them', () => {
  expect(subscriptionOf('payroll')).toEqual({
    TopicArn: { Ref: 'EventsTopic' },
    Protocol: 'sqs',
    Endpoint: arnOf('WebhookspayrollEventsQueue'),
    RawMessageDelivery: true,
    FilterPolicy: { type: ['attendance.clocked-in', 'attendance.clocked-out'] },
    RedrivePolicy: { deadLetterTargetArn: arnOf('WebhookspayrollEventsDeadLetters') },
  })
  expect(subscriptionOf('doors')).not.toHaveProperty('FilterPolicy')
})

test('only the topic of the events may put messages on the queue of an endpoint', () => {
  for (const queue of ['EventsQueuePolicy', 'EventsDeadLettersQueuePolicy'])
    expect(
      theResource(template, 'AWS::SQS::QueuePolicy', `Webhookspayroll${queue}`).Properties,
    ).toMatchObject({
      PolicyDocument: {
        Statement: [
          { Effect: 'Deny' },
          {
            Effect: 'Allow',
            Principal: { Service: 'sns.amazonaws.com' },
            Action: 'sqs:SendMessage',
            Condition: { ArnEquals: { 'aws:SourceArn': { Ref: 'EventsTopic' } } },
          },
        ],
      },
    })
})

test('one function delivers from every queue, a few runs for each, and messages fail one by one', () => {
  const mappings = Object.values(resources(template, 'AWS::Lambda::EventSourceMapping')).filter(
    ({ Properties }) => JSON.stringify(Properties['FunctionName']).includes('DeliverWebhook'),
  )
  expect(mappings.map(({ Properties }) => Properties)).toMatchObject(
    ['payroll', 'doors'].map((name) => ({
      EventSourceArn: arnOf(`Webhooks${name}EventsQueue`),
      BatchSize: webhookQueue.batchSize,
      ScalingConfig: { MaximumConcurrency: webhookQueue.maxConcurrency },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })),
  )
  for (const { Properties } of mappings)
    expect(Properties).not.toHaveProperty('MaximumBatchingWindowInSeconds')
})

test('the function finds a queue by the name of its endpoint', () => {
  const { Environment } = theResource(
    template,
    'AWS::Lambda::Function',
    'DeliverWebhook',
  ).Properties
  const { Variables } = Environment as { Variables: Record<string, unknown> }
  expect(Variables['LOOPBACK']).toBe('refused')
  const [, parts] = (Variables['QUEUE_URL_PREFIX'] as { 'Fn::Join': [string, unknown[]] })[
    'Fn::Join'
  ]
  expect(parts).toEqual([
    'https://sqs.eu-west-1.',
    { Ref: 'AWS::URLSuffix' },
    '/123456789012/attendance-test-webhook-',
  ])
})

const alarmNamed = (name: string) =>
  Object.values(resources(template, 'AWS::CloudWatch::Alarm'))
    .map(({ Properties }) => Properties)
    .find((each) => each['AlarmName'] === `attendance-test-${name}`)

test('an endpoint that takes nothing for twelve hours is told, and one that is stopped', () => {
  const common = {
    Dimensions: [
      { Name: 'service', Value: 'attendance-test' },
      { Name: 'webhook', Value: 'payroll' },
    ],
    Statistic: 'Maximum',
    ComparisonOperator: 'GreaterThanThreshold',
    // Longer than the twenty minutes after which one that is not well says so again.
    Period: 1_800,
    EvaluationPeriods: 1,
    TreatMissingData: 'notBreaching',
  }
  expect(alarmNamed('webhook-payroll-failing')).toMatchObject({
    ...common,
    MetricName: 'WebhookFailingAge',
    Threshold: 43_200,
  })
  expect(alarmNamed('webhook-payroll-stopped')).toMatchObject({
    ...common,
    MetricName: 'WebhookStopped',
    Threshold: 0,
  })
})

test('other stacks and people find the secret of the signing keys', () => {
  expect(
    theResource(template, 'AWS::SSM::Parameter', 'WebhooksSecretName').Properties,
  ).toMatchObject({
    Name: '/attendance/test/webhooks-secret-name',
    Value: 'attendance-test/webhook-signing-keys',
  })
})

test('more endpoints than fit into the variables of a function are an error of their stack', () => {
  const webhooks = Array.from({ length: 40 }, (_, n) => ({
    name: `w${n}`,
    url: `https://a.example.com/${'x'.repeat(60)}`,
  }))
  const [stack] = appOf(settingsOf({ webhooks })).node.children
  expect(stack).toBeInstanceOf(UnusableStack)
  expect(stack).toMatchObject({
    problems: [
      expect.stringMatching(
        /^test\.json: webhooks: too many or too long for the 4096 bytes of variables that deliver-webhook may have: they take about \d{4}$/,
      ),
    ],
  })
})
