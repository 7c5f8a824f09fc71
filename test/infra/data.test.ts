import { expect, test } from 'vitest'
import { attendanceTable, deliveriesTable } from '../../lib/store/tables.ts'
import { resources, templateOf, theResource } from './environment.ts'

const template = templateOf()
const kept = templateOf({ aws: { retainData: true } })
const key = { 'Fn::GetAtt': [expect.stringContaining('Key'), 'Arn'] }

test.each([
  ['AttendanceTable', attendanceTable],
  ['DeliveriesTable', deliveriesTable],
])('%s has the keys of the local run, and takes what comes', (id, keys) => {
  const { Properties } = theResource(template, 'AWS::DynamoDB::Table', id)
  expect(Properties).toMatchObject({
    KeySchema: [
      { AttributeName: keys.partitionKey, KeyType: 'HASH' },
      { AttributeName: keys.sortKey, KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      { AttributeName: keys.partitionKey, AttributeType: 'S' },
      { AttributeName: keys.sortKey, AttributeType: 'S' },
    ],
    TimeToLiveSpecification: { AttributeName: keys.timeToLive, Enabled: true },
    BillingMode: 'PAY_PER_REQUEST',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: key },
  })
})

test.each(['AWS::DynamoDB::Table', 'AWS::SecretsManager::Secret', 'AWS::KMS::Key'])(
  '%s survives the stack where data is retained, and nowhere else',
  (type) => {
    const policies = (from: typeof template) =>
      new Set(Object.values(resources(from, type)).map(({ DeletionPolicy }) => DeletionPolicy))
    expect([...policies(kept)]).toEqual(['Retain'])
    expect([...policies(template)]).toEqual(['Delete'])
  },
)

test('the tables are guarded against deletion where data is retained', () => {
  const areGuarded = (from: typeof template) =>
    Object.values(resources(from, 'AWS::DynamoDB::Table')).map(
      ({ Properties }) => Properties['DeletionProtectionEnabled'],
    )
  expect(areGuarded(kept)).toEqual([true, true])
  expect(areGuarded(template)).toEqual([false, false])
})

test.each([
  [
    'CredentialsSecret',
    'attendance-test/workforce-credentials',
    'Workforce API credentials: {"clientId": "…", "clientSecret": "…"}',
  ],
  [
    'SlackSecret',
    'attendance-test/slack-webhooks',
    'Slack webhook URLs by channel: {"office": "https://hooks.slack.com/…"}',
  ],
])('%s has a name, a key and a shape, but no value', (id, Name, Description) => {
  const { Properties } = theResource(template, 'AWS::SecretsManager::Secret', id)
  expect(Properties).toEqual({
    Name,
    Description,
    KmsKeyId: key,
    Tags: expect.any(Array),
  })
})

const statementsOf = (from: typeof template, topic: string) =>
  Object.values(resources(from, 'AWS::SNS::TopicPolicy')).flatMap(({ Properties }) => {
    const { Statement } = Properties['PolicyDocument'] as { Statement: { Resource: unknown }[] }
    return Statement.filter((each) => JSON.stringify(each.Resource).includes(topic))
  })

test('topics are encrypted and take nothing that does not come over TLS', () => {
  const topics = resources(templateOf({ aws: { fifoTopic: true } }), 'AWS::SNS::Topic')
  expect(Object.keys(topics).length).toBe(3)
  for (const { Properties } of Object.values(topics))
    expect(Properties['KmsMasterKeyId']).toBeDefined()
  expect(statementsOf(template, 'EventsTopic')).toEqual([
    expect.objectContaining({
      Effect: 'Deny',
      Action: 'sns:Publish',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      Principal: '*',
    }),
  ])
})

test('only the accounts of the settings may subscribe from outside', () => {
  const account = '210987654321'
  const open = templateOf({ aws: { subscriberAccounts: [account], fifoTopic: true } })
  for (const topic of ['EventsTopic', 'EventsFifoTopic']) {
    const [, allowed, ...more] = statementsOf(open, topic)
    expect(more).toEqual([])
    expect(allowed).toMatchObject({
      Effect: 'Allow',
      Action: ['sns:GetTopicAttributes', 'sns:ListSubscriptionsByTopic', 'sns:Subscribe'],
    })
    expect(JSON.stringify(allowed)).toContain(`:iam::${account}:root`)
  }
})

test('there is a FIFO topic only where the settings ask for one', () => {
  const ordered = templateOf({ aws: { fifoTopic: true } })
  expect(theResource(ordered, 'AWS::SNS::Topic', 'Fifo').Properties).toMatchObject({
    FifoTopic: true,
    TopicName: 'attendance-test-events.fifo',
  })
  expect(Object.keys(resources(template, 'AWS::SNS::Topic'))).not.toContain('EventsFifoTopic')
})

test('alarms may publish to the operations topic, and its people get mail', () => {
  const told = templateOf({ operations: { email: ['on-call@example.com'] } })
  expect(theResource(told, 'AWS::SNS::Subscription').Properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'on-call@example.com',
  })
  expect(statementsOf(told, 'OperationsTopic')).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: expect.objectContaining({ ArnLike: expect.anything() }),
    }),
  )
})
