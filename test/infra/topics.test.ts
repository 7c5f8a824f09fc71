import { expect, test } from 'vitest'
import { resources, templateOf, theResource } from './environment.ts'

const account = '210987654321'
const audiences = { managers: ['a@b.example'] }
const operations = { email: ['on-call@example.com'] }
const template = templateOf({ audiences, operations })
const ordered = templateOf({ audiences, aws: { fifoTopic: true } })

type Statement = Record<'Sid' | 'Effect' | 'Action' | 'Resource' | 'Condition', unknown>

const statementsOf = (from: typeof template, topic: string): Statement[] =>
  Object.values(resources(from, 'AWS::SNS::TopicPolicy')).flatMap(({ Properties }) => {
    const { Statement } = Properties['PolicyDocument'] as { Statement: Statement[] }
    return Statement.filter((each) => JSON.stringify(each.Resource).includes(topic))
  })

const topics = Object.entries(resources(ordered, 'AWS::SNS::Topic'))

test.each(topics)('%s signs with more than SHA-1', (_, { Properties }) => {
  expect(Properties).toMatchObject({ SignatureVersion: '2' })
})

test('topics that tell of people are encrypted; an alarm about the key is heard without it', () => {
  const withoutKey = topics.filter(([, { Properties }]) => !('KmsMasterKeyId' in Properties))
  expect(withoutKey.map(([id]) => id)).toEqual(['OperationsTopic'])
})

test.each(topics)('%s takes nothing that does not come over TLS', (id) => {
  expect(statementsOf(ordered, id)).toContainEqual(
    expect.objectContaining({
      Effect: 'Deny',
      Action: 'sns:Publish',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      Principal: '*',
    }),
  )
})

const roleArn = (part: string) => ({ 'Fn::GetAtt': [expect.stringMatching(part), 'Arn'] })

test.each([
  ['EventsTopic', 'PollShardRole', 'RefreshRosterRole'],
  ['EventsFifoTopic', 'PollShardRole', 'RefreshRosterRole'],
  ['AlertsAudiencesmanagers', 'SendAlertsRole', 'SendDigestRole'],
])('nobody forges what comes from %s: only %s and %s may publish', (id, ...roles) => {
  expect(statementsOf(ordered, id)).toContainEqual(
    expect.objectContaining({
      Effect: 'Deny',
      Action: 'sns:Publish',
      Principal: { AWS: '*' },
      Condition: { ArnNotEquals: { 'aws:PrincipalArn': roles.map(roleArn) } },
    }),
  )
})

const openTo = (aws: object) => templateOf({ aws: { subscriberAccounts: [account], ...aws } })
const allowedTo = (from: typeof template, topic: string) =>
  statementsOf(from, topic).filter(({ Effect }) => Effect === 'Allow')

test.each([
  [{}, ['sqs']],
  [{ subscriberProtocols: ['sqs', 'lambda'] }, ['sqs', 'lambda']],
])('accounts of the settings may subscribe by the protocols they need: %j', (aws, protocols) => {
  const open = openTo({ fifoTopic: true, ...aws })
  for (const topic of ['EventsTopic', 'EventsFifoTopic']) {
    const allowed = allowedTo(open, topic)
    expect(allowed.map(({ Action }) => Action)).toEqual(['sns:Subscribe', 'sns:GetTopicAttributes'])
    expect(allowed[0]?.Condition).toEqual({ StringEquals: { 'sns:Protocol': protocols } })
    for (const each of allowed) expect(JSON.stringify(each)).toContain(`:iam::${account}:root`)
  }
})

test('as many accounts as the settings take have room in the policy of a topic', () => {
  const accounts = Array.from({ length: 200 }, (_, index) => String(100_000_000_000 + index))
  const policy = allowedTo(openTo({ subscriberAccounts: accounts }), 'EventsTopic')
  const join = /\{"Fn::Join":\["",\["arn:",\{"Ref":"AWS::Partition"\},"(.*?)"\]\]\}/g
  const resolved = JSON.stringify(policy).replaceAll(join, '"arn:aws-us-gov$1"')
  expect(resolved).toContain(`"arn:aws-us-gov:iam::${accounts.at(-1)}:root"`)
  expect(resolved.length).toBeLessThan(30_720)
})

test('nobody from outside may subscribe where the settings name no account', () => {
  expect(allowedTo(template, 'EventsTopic')).toEqual([])
})

test('there is a FIFO topic only where the settings ask for one', () => {
  expect(theResource(ordered, 'AWS::SNS::Topic', 'Fifo').Properties).toMatchObject({
    FifoTopic: true,
    TopicName: 'attendance-test-events.fifo',
  })
  expect(Object.keys(resources(template, 'AWS::SNS::Topic'))).not.toContain('EventsFifoTopic')
})

test('alarms may publish to the operations topic, and its people get mail', () => {
  expect(
    theResource(template, 'AWS::SNS::Subscription', 'OperationsTopic').Properties,
  ).toMatchObject({
    Protocol: 'email',
    Endpoint: 'on-call@example.com',
  })
  expect(statementsOf(template, 'OperationsTopic')).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: expect.objectContaining({ ArnLike: expect.anything() }),
    }),
  )
})
