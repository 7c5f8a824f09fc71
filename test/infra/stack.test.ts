import { Validations } from 'aws-cdk-lib'
import { Annotations, Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { rulePacks } from '../../infra/nag.ts'
import { appOf, resources, settingsOf, stackIn, templateOf, theResource } from './environment.ts'

const everything = settingsOf({
  aws: { fifoTopic: true, subscriberAccounts: ['210987654321'], retainData: true, readApi: {} },
  operations: { email: ['on-call@example.com'] },
  webhooks: [{ name: 'payroll', url: 'https://pay.example.com/events' }],
})

test('the rule packs find nothing that nobody acknowledged', () => {
  const app = appOf(everything)
  for (const pack of rulePacks()) {
    const { success, violations } = pack.validateScope(app)
    expect(violations).toEqual([])
    expect(success).toBe(true)
  }
})

test('acknowledgements are few, and each has a reason', () => {
  const key = Validations.ACKNOWLEDGED_RULES_METADATA_KEY
  const reasons = stackIn(appOf(everything))
    .node.findAll()
    .flatMap((node) => node.node.metadata.filter(({ type }) => type === key))
    .flatMap(({ data }) => Object.entries(data as Record<string, string>))
  expect([...new Set(reasons.map(([id]) => id.replace(/^annotation::/i, '')))].toSorted()).toEqual([
    'AwsSolutions-IAM5[Resource::*]',
    'AwsSolutions-SMG4',
    'AwsSolutions-SQS3',
    'Serverless-LambdaAsyncFailureDestination',
    'Serverless-LambdaDLQ',
    'Serverless-LambdaEventSourceMappingDestination',
    'Serverless-LambdaTracing',
    'Serverless-SNSRedrivePolicy',
    'Serverless-SQSRedrivePolicy',
  ])
  for (const [, reason] of reasons) expect(JSON.stringify(reason).length).toBeGreaterThan(60)
})

test('a type of absence that nobody knows is a warning', () => {
  const rule = {
    name: 'away',
    on: ['absence-started'],
    where: { absenceTypes: ['Sickness', 'Sabbatical'] },
    slack: ['office'],
    show: 'category',
  }
  const app = appOf(settingsOf({ slack: { channels: ['office'] }, alerts: [rule] }))
  Annotations.fromStack(stackIn(app)).hasWarning(
    '*',
    Match.stringLikeRegexp('absenceTypes.1.*: is no type of absence that is known'),
  )
})

test('a budget that cannot serve the expected roster is a warning', () => {
  const app = appOf(settingsOf({ expectedEmployees: 5_000 }))
  const annotations = Annotations.fromStack(stackIn(app))
  annotations.hasWarning(
    '*',
    Match.stringLikeRegexp(
      '5000 employees need 88.9 requests per second.*of 10 leaves 9.\\d+ for them',
    ),
  )
  const small = Annotations.fromStack(stackIn(appOf(settingsOf({ expectedEmployees: 100 }))))
  expect(small.findWarning('*', Match.stringLikeRegexp('employees need'))).toEqual([])
})

// Names, keys and logical ids decide whether CloudFormation replaces what holds data or what
// others depend on. A change here loses the state of an environment, or its subscriptions:
// never make one; docs/operations.md says how to move data instead.
test('no change replaces a table, a topic, the secret or the key', () => {
  const webhooks = [{ name: 'payroll', url: 'https://pay.example.com/events' }]
  const template = templateOf({ webhooks, aws: { fifoTopic: true } })
  const pinned = (type: string, ...properties: string[]) =>
    Object.fromEntries(
      Object.entries(resources(template, type)).map(([id, { Properties }]) => [
        id,
        properties.map((property) => Properties[property]),
      ]),
    )
  expect(pinned('AWS::DynamoDB::Table', 'TableName', 'KeySchema', 'LocalSecondaryIndexes')).toEqual(
    {
      AttendanceTable: [
        'attendance-test',
        [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        undefined,
      ],
      DeliveriesTable: [
        'attendance-test-deliveries',
        [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        undefined,
      ],
      EventsTable: [
        'attendance-test-events',
        [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        undefined,
      ],
    },
  )
  expect(pinned('AWS::SNS::Topic', 'TopicName', 'FifoTopic')).toEqual({
    EventsTopic: ['attendance-test-events', undefined],
    EventsFifoTopic: ['attendance-test-events.fifo', true],
    OperationsTopic: ['attendance-test-operations', undefined],
  })
  expect(pinned('AWS::SecretsManager::Secret', 'Name')).toEqual({
    CredentialsSecret: ['attendance-test/workforce-credentials'],
    SlackSecret: ['attendance-test/slack-webhooks'],
    WebhooksSecret: ['attendance-test/webhook-signing-keys'],
  })
  expect(pinned('AWS::KMS::Key', 'KeySpec', 'MultiRegion')).toEqual({
    EnvironmentKey: [undefined, undefined],
  })
})

test('settings that change how is polled change no resource that holds state', () => {
  const held = (template: ReturnType<typeof templateOf>) =>
    ['AWS::DynamoDB::Table', 'AWS::SNS::Topic', 'AWS::SecretsManager::Secret', 'AWS::KMS::Key'].map(
      (type) => resources(template, type),
    )
  const polling = { shardSize: 100, clockingsEverySeconds: 30, concurrentPolls: 9 }
  expect(held(templateOf({ polling, privacy: { absences: 'opaque' } }))).toEqual(held(templateOf()))
})

test('outputs and parameters name the topics, the secret and the dashboard', () => {
  const template = templateOf({ aws: { fifoTopic: true, region: 'eu-west-1' } })
  const parameters = Object.values(resources(template, 'AWS::SSM::Parameter')).map(
    ({ Properties }) => [Properties['Name'], Properties['Value']],
  )
  expect(Object.fromEntries(parameters)).toEqual({
    '/attendance/test/topic-arn': { Ref: 'EventsTopic' },
    '/attendance/test/fifo-topic-arn': { Ref: 'EventsFifoTopic' },
    '/attendance/test/credentials-secret-name': 'attendance-test/workforce-credentials',
    '/attendance/test/slack-secret-name': 'attendance-test/slack-webhooks',
    '/attendance/test/roll-call-function': 'attendance-test-send-digest:live',
    '/attendance/test/dashboard-url':
      'https://eu-west-1.console.aws.amazonaws.com/cloudwatch/home?region=eu-west-1#dashboards/dashboard/attendance-test',
  })
  const outputs = template.findOutputs('*')
  expect(Object.values(outputs).map(({ Value }) => Value)).toEqual(
    parameters.map(([, value]) => value),
  )
})

test('every resource that can have tags has those of the settings', () => {
  const template = templateOf({ aws: { tags: { 'cost-centre': 'people' } } })
  const tags = [
    { Key: 'application', Value: 'attendance-events' },
    { Key: 'cost-centre', Value: 'people' },
    { Key: 'environment', Value: 'test' },
  ]
  expect(
    theResource(template, 'AWS::DynamoDB::Table', 'AttendanceTable').Properties['Tags'],
  ).toEqual(tags)
  expect(theResource(template, 'AWS::SNS::Topic', 'EventsTopic').Properties['Tags']).toEqual(tags)
})

test('account and region are those of the settings, else of whoever deploys', () => {
  const [placed] = appOf(
    settingsOf({ aws: { account: '123456789012', region: 'eu-north-1' } }),
  ).synth().stacks
  expect(placed?.environment).toMatchObject({ account: '123456789012', region: 'eu-north-1' })
  const [anywhere] = appOf(settingsOf()).synth().stacks
  expect(anywhere?.environment).toMatchObject({
    account: 'unknown-account',
    region: 'unknown-region',
  })
})

test('what is deployed, at a glance', () => {
  const all = Object.values(templateOf().toJSON()['Resources'] as Record<string, { Type: string }>)
  const counts: Record<string, number> = {}
  for (const { Type } of all) counts[Type] = (counts[Type] ?? 0) + 1
  expect(counts).toMatchSnapshot()
})
