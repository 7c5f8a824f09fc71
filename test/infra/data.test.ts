import { expect, test } from 'vitest'
import { attendanceTable, deliveriesTable, eventsTable } from '../../lib/store/tables.ts'
import { resources, templateOf, theResource } from './environment.ts'

const template = templateOf()
const key = { 'Fn::GetAtt': [expect.stringContaining('Key'), 'Arn'] }

test.each([
  ['AttendanceTable', attendanceTable],
  ['DeliveriesTable', deliveriesTable],
  ['EventsTable', eventsTable],
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

test('where events are not kept the log stays empty: nobody may write to it', () => {
  const without = templateOf({ eventLogDays: 0 })
  theResource(without, 'AWS::DynamoDB::Table', 'EventsTable')
  const policies = JSON.stringify(resources(without, 'AWS::IAM::Policy'))
  expect(policies).not.toContain('EventsTable')
  expect(JSON.stringify(resources(template, 'AWS::IAM::Policy'))).toContain('EventsTable')
  expect(JSON.stringify(without)).not.toMatch(/EVENTS_TABLE|event-log-failing/)
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
