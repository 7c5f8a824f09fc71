import { expect, test } from 'vitest'
import { resources, templateOf, theResource } from './environment.ts'

type Statement = { Sid?: string; Action: string | string[]; Resource: unknown; Effect: string }

const webhooks = ['payroll', 'doors'].map((name) => ({ name, url: 'https://a.example.com' }))
const theirs = 'arn:aws:sqs:eu-west-1:123456789012:theirs'
const aws = { fifoTopic: true, replayQueues: [theirs], readApi: {} }
const template = templateOf({ aws, webhooks })

const statementsOf = (idPart: string): Statement[] => {
  const { Properties } = theResource(template, 'AWS::IAM::Policy', idPart)
  return (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement
}

/** A resource as its logical id, or as it stands. */
const nameOf = (resource: unknown): string => {
  if (typeof resource === 'string') return resource
  const { Ref, 'Fn::GetAtt': attribute } = resource as { Ref?: string; 'Fn::GetAtt'?: string[] }
  return (Ref ?? attribute?.[0] ?? JSON.stringify(resource)).replace(/[0-9A-F]{8}$/, '')
}

/** What a role may do: every action with the resources that it may be done to. */
const permissions = (idPart: string): Record<string, string[]> => {
  const allowed: Record<string, string[]> = {}
  for (const { Action, Resource } of statementsOf(idPart))
    for (const action of [Action].flat())
      allowed[action] = [...(allowed[action] ?? []), ...[Resource].flat().map(nameOf)].toSorted()
  return allowed
}

const key = ['EnvironmentKey']
const useOfTheKey = {
  'kms:Decrypt': key,
  'kms:DescribeKey': key,
  'kms:Encrypt': key,
  'kms:GenerateDataKey': key,
  'kms:ReEncryptFrom': key,
  'kms:ReEncryptTo': key,
}
const telling = {
  'dynamodb:PutItem': ['AttendanceTable', 'EventsTable'],
  'dynamodb:Query': ['AttendanceTable', 'EventsTable'],
  'dynamodb:UpdateItem': ['AttendanceTable', 'EventsTable'],
  'secretsmanager:GetSecretValue': ['CredentialsSecret'],
  'sns:Publish': ['EventsFifoTopic', 'EventsTopic'],
}
const logsOf = (logGroup: string) => ({
  'logs:CreateLogStream': [logGroup],
  'logs:PutLogEvents': [logGroup],
})

test('poll-shard may do what a poll does, and no more', () => {
  expect(permissions('PollShard')).toEqual({
    ...useOfTheKey,
    ...telling,
    ...logsOf('PollerPollShardLogs'),
    'sqs:ChangeMessageVisibility': ['PollerPollsQueue'],
    'sqs:DeleteMessage': ['PollerPollsQueue'],
    'sqs:GetQueueAttributes': ['PollerPollsQueue'],
    'sqs:ReceiveMessage': ['PollerPollsQueue'],
  })
})

test('refresh-roster may do what a refresh does, and no more', () => {
  expect(permissions('RefreshRoster')).toEqual({
    ...useOfTheKey,
    ...telling,
    ...logsOf('PollerRefreshRosterLogs'),
    'dynamodb:BatchGetItem': ['AttendanceTable'],
    'dynamodb:DeleteItem': ['AttendanceTable'],
  })
})

test('dispatch-polls may do what a dispatch does, and no more', () => {
  expect(permissions('DispatchPolls')).toEqual({
    ...useOfTheKey,
    ...logsOf('PollerDispatchPollsLogs'),
    'dynamodb:Query': ['AttendanceTable'],
    'dynamodb:UpdateItem': ['AttendanceTable'],
    'sqs:SendMessage': ['PollerPollsQueue'],
  })
})

const delivering = {
  'dynamodb:BatchGetItem': ['DeliveriesTable'],
  'dynamodb:BatchWriteItem': ['DeliveriesTable'],
  'dynamodb:UpdateItem': ['DeliveriesTable'],
  'secretsmanager:GetSecretValue': ['SlackSecret'],
}

test('send-alerts may do what telling people takes, and no more', () => {
  expect(permissions('SendAlerts')).toEqual({
    ...useOfTheKey,
    ...delivering,
    ...logsOf('AlertsSendAlertsLogs'),
    'dynamodb:Query': ['DeliveriesTable'],
    'sqs:ChangeMessageVisibility': ['AlertsWaitingQueue'],
    'sqs:DeleteMessage': ['AlertsWaitingQueue'],
    'sqs:GetQueueAttributes': ['AlertsWaitingQueue'],
    'sqs:ReceiveMessage': ['AlertsWaitingQueue'],
    'sqs:SendMessage': ['AlertsWaitingDeadLettersQueue', 'AlertsWaitingQueue'],
  })
})

test('send-digest may read the saved state and tell people, and no more', () => {
  expect(permissions('SendDigest')).toEqual({
    ...useOfTheKey,
    ...delivering,
    ...logsOf('AlertsSendDigestLogs'),
    'dynamodb:Query': ['AttendanceTable'],
    'sqs:SendMessage': ['PollerScheduleDeadLettersQueue'],
  })
})

const queues = ['WebhooksdoorsEventsQueue', 'WebhookspayrollEventsQueue']
const deadLetters = queues.map((queue) => queue.replace(/Queue$/, 'DeadLettersQueue'))

test('deliver-webhook may do what delivering to its endpoints takes, and no more', () => {
  expect(permissions('DeliverWebhook')).toEqual({
    ...useOfTheKey,
    ...logsOf('WebhooksDeliverWebhookLogs'),
    'dynamodb:BatchGetItem': ['DeliveriesTable'],
    'dynamodb:DeleteItem': ['DeliveriesTable'],
    'dynamodb:PutItem': ['DeliveriesTable'],
    'dynamodb:Query': ['DeliveriesTable'],
    'dynamodb:UpdateItem': ['DeliveriesTable'],
    'secretsmanager:GetSecretValue': ['WebhooksSecret'],
    'sqs:ChangeMessageVisibility': queues,
    'sqs:DeleteMessage': queues,
    'sqs:GetQueueAttributes': queues,
    'sqs:ReceiveMessage': queues,
    'sqs:SendMessage': [...queues, ...deadLetters].toSorted(),
  })
})

test('replay-events may read the log and the state, and send to the queues of endpoints and of others, and no more', () => {
  expect(permissions('ReplayEvents')).toEqual({
    ...useOfTheKey,
    ...logsOf('ReplaysReplayEventsLogs'),
    'dynamodb:PutItem': ['EventsTable'],
    'dynamodb:Query': ['AttendanceTable', 'EventsTable'],
    'sqs:GetQueueUrl': [theirs],
    'sqs:SendMessage': [...queues, theirs].toSorted(),
  })
})

test('read-api may read what it answers from, and no more', () => {
  expect(permissions('ReadApi')).toEqual({
    ...useOfTheKey,
    ...logsOf('ReadingReadApiLogs'),
    'dynamodb:BatchGetItem': ['AttendanceTable'],
    'dynamodb:DescribeTable': ['EventsTable'],
    'dynamodb:Query': ['AttendanceTable', 'EventsTable'],
  })
})

test.each([
  ['PollerDispatchRole', 'PollerDispatchPollsFunctionAliaslive'],
  ['PollerRosterRole', 'PollerRefreshRosterFunctionAliaslive'],
])('the schedule with %s may start its function alone', (role, started) => {
  expect(permissions(role)).toEqual({
    'kms:Decrypt': key,
    'kms:GenerateDataKey': key,
    'lambda:InvokeFunction': [started],
    'sqs:SendMessage': ['PollerScheduleDeadLettersQueue'],
  })
})

test('SNS may write down which deliveries failed, and no more', () => {
  const actions = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents']
  for (const log of ['EventsDeliveryLog', 'EventsFifoDeliveryLog'])
    expect(permissions(log)).toEqual(
      Object.fromEntries(actions.map((action) => [action, [`${log}Logs`]])),
    )
})

test('every role has its own policy and nothing managed', () => {
  const roles = Object.values(resources(template, 'AWS::IAM::Role'))
  expect(roles.length).toBe(13)
  for (const { Properties } of roles) expect(Properties).not.toHaveProperty('ManagedPolicyArns')
  expect(Object.keys(resources(template, 'AWS::IAM::Policy')).length).toBe(13)
})

test('the key cannot be used but through our services, for our resources', () => {
  const { Properties } = theResource(template, 'AWS::KMS::Key')
  const { Statement } = Properties['KeyPolicy'] as {
    Statement: (Statement & { Condition?: unknown })[]
  }
  expect(Properties['EnableKeyRotation']).toBe(true)
  const bySid = Object.fromEntries(Statement.map((each) => [each.Sid, each]))
  expect(Object.keys(bySid)).toEqual([
    'Administration',
    'UseThroughTheServicesThatHoldOurData',
    'GrantsForTheTables',
    'LogGroups',
    'TopicsToQueues',
  ])
  const [administration, ...uses] = Statement
  expect(JSON.stringify(administration?.Action)).not.toMatch(/crypt|DataKey|\*/i)
  for (const { Condition, Action } of uses) {
    expect(JSON.stringify(Action)).not.toContain('*')
    expect(Condition).toBeDefined()
  }
  expect(JSON.stringify(bySid['TopicsToQueues']?.Condition)).toContain(':attendance-test-events')
  expect(bySid['TopicsToQueues']?.Condition).toMatchObject({
    ArnLike: { 'aws:SourceArn': expect.any(Array) },
  })
})
