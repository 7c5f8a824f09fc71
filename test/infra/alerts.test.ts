import { expect, test } from 'vitest'
import { UnusableStack } from '../../infra/unusable-stack.ts'
import { alertQueue, alertTimeoutSeconds } from '../../lib/alerts/queues.ts'
import { appOf, resources, settingsOf, templateOf, theResource } from './environment.ts'

const settings = {
  slack: { channels: ['office'] },
  audiences: { managers: ['a@b.example', 'c@d.example'] },
  alerts: [
    { name: 'in', on: ['clocked-in'], slack: ['office'] },
    { name: 'out', on: ['clocked-out'], email: ['managers'] },
  ],
  digests: [
    { name: 'morning', at: '08:05', days: ['mon', 'fri'], slack: ['office'], include: ['in-now'] },
    {
      name: 'late',
      at: '21:30',
      timeZone: 'Pacific/Auckland',
      slack: ['office'],
      include: ['in-now'],
    },
  ],
}
const template = templateOf(settings)
const arnOf = (part: string) => ({ 'Fn::GetAtt': [expect.stringContaining(part), 'Arn'] })

test('the alert queue is as the local run has it, and gets only what the rules want', () => {
  expect(theResource(template, 'AWS::SQS::Queue', 'AlertsWaitingQueue').Properties).toMatchObject({
    QueueName: 'attendance-test-alerts',
    VisibilityTimeout: alertQueue.visibilityTimeoutSeconds,
    MessageRetentionPeriod: alertQueue.retentionSeconds,
    RedrivePolicy: { maxReceiveCount: alertQueue.maxReceiveCount },
  })
  expect(theResource(template, 'AWS::SNS::Subscription', 'AlertsEvents').Properties).toEqual({
    TopicArn: { Ref: 'EventsTopic' },
    Protocol: 'sqs',
    Endpoint: arnOf('AlertsWaitingQueue'),
    RawMessageDelivery: true,
    FilterPolicy: {
      // What is told is also corrected, and taken back, and what was told as gone is back.
      type: [
        'attendance.break-started',
        'attendance.clocked-in',
        'attendance.clocked-out',
        'attendance.clocking-amended',
        'attendance.clocking-removed',
      ],
      baseline: ['false'],
    },
    RedrivePolicy: { deadLetterTargetArn: arnOf('DeadLetters') },
  })
  expect(alertQueue.visibilityTimeoutSeconds).toBeGreaterThan(alertTimeoutSeconds.sendAlerts)
})

test('without rules nothing is delivered', () => {
  expect(resources(templateOf(), 'AWS::SNS::Subscription')).toEqual({})
})

test('only the topic of the events may put messages on the queue', () => {
  const policy = theResource(template, 'AWS::SQS::QueuePolicy', 'AlertsWaitingQueuePolicy')
  expect(policy.Properties['PolicyDocument']).toMatchObject({
    Statement: [
      { Effect: 'Deny' },
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Condition: { ArnEquals: { 'aws:SourceArn': { Ref: 'EventsTopic' } } },
      },
    ],
  })
})

test('as many may be told at once as there are destinations, and one more where all of them hang', () => {
  const concurrencyOf = (change: object) =>
    theResource(
      templateOf({ ...settings, ...change }),
      'AWS::Lambda::EventSourceMapping',
      'Messages',
    ).Properties['ScalingConfig']
  expect(concurrencyOf({})).toEqual({ MaximumConcurrency: 3 })
  const channels = ['office', 'yard', 'floor', 'desk']
  expect(concurrencyOf({ slack: { channels } })).toEqual({ MaximumConcurrency: 6 })
})

test('what a destination refuses may be put into the dead-letter queue, by send-alerts alone', () => {
  const policies = Object.entries(resources(template, 'AWS::IAM::Policy')).filter(([, policy]) =>
    JSON.stringify(policy).includes('AlertsWaitingDeadLetters'),
  )
  expect(policies.map(([id]) => id)).toEqual([expect.stringContaining('SendAlerts')])
})

test('messages are gathered for five seconds, and fail one by one', () => {
  expect(
    theResource(template, 'AWS::Lambda::EventSourceMapping', 'Messages').Properties,
  ).toMatchObject({
    BatchSize: alertQueue.batchSize,
    MaximumBatchingWindowInSeconds: alertQueue.batchingWindowSeconds,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  })
})

test('every audience has an encrypted topic with the mailboxes of its people', () => {
  expect(theResource(template, 'AWS::SNS::Topic', 'AlertsAudiences').Properties).toMatchObject({
    TopicName: 'attendance-test-mail-managers',
    KmsMasterKeyId: arnOf('EnvironmentKey'),
  })
  const mailboxes = Object.values(resources(template, 'AWS::SNS::Subscription'))
    .filter(({ Properties }) => Properties['Protocol'] === 'email')
    .map(({ Properties }) => Properties['Endpoint'])
  expect(mailboxes).toEqual(['a@b.example', 'c@d.example'])
})

test('with a sender, mails go through SES as that sender, and no topic takes addresses', () => {
  const withSender = templateOf({
    ...settings,
    organisation: 'Harbour Hotel',
    mail: { from: 'attendance@example.org' },
  })
  const mailTopics = Object.keys(resources(withSender, 'AWS::SNS::Topic')).filter((id) =>
    id.includes('Audiences'),
  )
  expect(mailTopics).toEqual([])
  const senders = Object.entries(resources(withSender, 'AWS::IAM::Policy')).filter(([, policy]) =>
    JSON.stringify(policy).includes('ses:SendEmail'),
  )
  expect(senders).toHaveLength(2)
  for (const [, policy] of senders)
    for (const identity of ['identity/attendance@example.org', 'identity/example.org'])
      expect(JSON.stringify(policy)).toContain(identity)
  expect(JSON.stringify(template)).not.toContain('ses:SendEmail')
  expect(
    theResource(withSender, 'AWS::Lambda::Function', 'SendDigest').Properties['Environment'],
  ).toMatchObject({
    Variables: {
      MAIL_FROM: 'attendance@example.org',
      ORGANISATION: 'Harbour Hotel',
      AUDIENCE_ADDRESSES: JSON.stringify({ managers: ['a@b.example', 'c@d.example'] }),
    },
  })
})

test('digests start at their local times, and say for which time', () => {
  const scheduleOf = (id: string) =>
    theResource(template, 'AWS::Scheduler::Schedule', `AlertsDigest${id}`).Properties
  expect(scheduleOf('morning')).toMatchObject({
    ScheduleExpression: 'cron(5 8 ? * MON,FRI *)',
    ScheduleExpressionTimezone: 'Europe/London',
    FlexibleTimeWindow: { Mode: 'OFF' },
  })
  expect(scheduleOf('late')).toMatchObject({
    ScheduleExpression: 'cron(30 21 ? * * *)',
    ScheduleExpressionTimezone: 'Pacific/Auckland',
  })
  expect(JSON.stringify(scheduleOf('morning')['Target'])).toContain(
    '<aws.scheduler.scheduled-time>',
  )
})

test('a Slack channel whose webhook is gone has an alarm that names it, and lasts from one look to the next', () => {
  expect(
    theResource(template, 'AWS::CloudWatch::Alarm', 'AlertsGoneoffice').Properties,
  ).toMatchObject({
    AlarmName: 'attendance-test-slack-channel-office-gone',
    MetricName: 'AlertChannelGone',
    Period: 300,
    EvaluationPeriods: 4,
    DatapointsToAlarm: 1,
    Dimensions: [
      { Name: 'channel', Value: 'office' },
      { Name: 'service', Value: 'attendance-test' },
    ],
  })
})

test('more rules than fit into the variables of a function are an error of their stack', () => {
  const employees = Array.from({ length: 200 }, (_, n) => `HR-${String(n).padStart(20, '0')}`)
  const alerts = [{ name: 'in', on: ['clocked-in'], slack: ['office'], where: { employees } }]
  const [stack] = appOf(settingsOf({ ...settings, alerts })).node.children
  expect(stack).toBeInstanceOf(UnusableStack)
  expect(stack).toMatchObject({
    stackName: 'attendance-test',
    problems: [
      expect.stringMatching(
        /^test\.json: alerts: too many or too long for the 4096 bytes of variables that send-alerts may have: they take about 6\d{3}$/,
      ),
    ],
  })
})

const addresses = Array.from({ length: 400 }, (_, n) => `person-${n}@b.example`)

test.each([
  ['audiences', { audiences: { all: addresses } }],
  ['operations.email', { operations: { email: addresses } }],
])('more of %s than a stack takes are told before the CDK fails', (setting, given) => {
  const [stack] = appOf(settingsOf(given)).node.children
  expect(stack).toBeInstanceOf(UnusableStack)
  expect(stack).toMatchObject({
    problems: [
      expect.stringMatching(
        new RegExp(
          `^test\\.json: ${setting}: take 40\\d resources, where 3\\d\\d fit into the 490 of a stack$`,
        ),
      ),
    ],
  })
})

test('where addresses are too many for the variables of a function, they are named', () => {
  const mail = { from: 'attendance@b.example' }
  const [stack] = appOf(settingsOf({ mail, audiences: { all: addresses } })).node.children
  expect(stack).toMatchObject({
    problems: [
      expect.stringMatching(/^test\.json: audiences: too many or too long .* send-alerts/),
    ],
  })
})
