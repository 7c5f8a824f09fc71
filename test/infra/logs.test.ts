import { expect, test } from 'vitest'
import { resources, templateOf, theResource } from './environment.ts'

const logsOf = (aws: object) =>
  Object.values(
    resources(templateOf({ aws: { region: 'eu-west-1', ...aws } }), 'AWS::Logs::LogGroup'),
  )

/** A name as CloudFormation will write it, in an account of its own. */
const nameOf = (name: unknown): string => {
  if (typeof name === 'string') return name
  const { 'Fn::Join': join } = name as { 'Fn::Join': [string, unknown[]] }
  return join[1].map((part) => (typeof part === 'string' ? part : '<account>')).join(join[0])
}

test('logs are encrypted, and kept for as long as the settings say', () => {
  const groups = logsOf({ logRetentionDays: 7, fifoTopic: true }).map(
    ({ Properties }) => Properties,
  )
  expect(groups.map((each) => nameOf(each['LogGroupName']))).toEqual([
    'sns/eu-west-1/<account>/attendance-test-events/Failure',
    'sns/eu-west-1/<account>/attendance-test-events.fifo/Failure',
    '/attendance/test/poll-shard',
    '/attendance/test/refresh-roster',
    '/attendance/test/dispatch-polls',
    '/attendance/test/send-alerts',
    '/attendance/test/send-digest',
    '/attendance/test/replay-events',
  ])
  for (const group of groups)
    expect(group).toMatchObject({
      RetentionInDays: 7,
      KmsKeyId: { 'Fn::GetAtt': [expect.stringContaining('Key'), 'Arn'] },
    })
})

test('the key is for the log groups of this environment alone', () => {
  const { Properties } = theResource(templateOf({ aws: { region: 'eu-west-1' } }), 'AWS::KMS::Key')
  const { Statement } = Properties['KeyPolicy'] as { Statement: Record<string, unknown>[] }
  const condition = JSON.stringify(Statement.find(({ Sid }) => Sid === 'LogGroups')?.['Condition'])
  for (const name of [
    ':log-group:/attendance/test/*',
    '/attendance-test-events/Failure',
    '/attendance-test-events.fifo/Failure',
  ])
    expect(condition).toContain(name)
})

test('the logs of functions survive the stack where data is retained, and nowhere else', () => {
  const surviving = (aws: object) =>
    logsOf(aws)
      .filter(({ DeletionPolicy }) => DeletionPolicy !== 'Delete')
      .map(({ Properties }) => nameOf(Properties['LogGroupName']))
  expect(surviving({ retainData: true })).toEqual(
    [
      'poll-shard',
      'refresh-roster',
      'dispatch-polls',
      'send-alerts',
      'send-digest',
      'replay-events',
    ].map((name) => `/attendance/test/${name}`),
  )
  expect(surviving({})).toEqual([])
})

test('SNS writes down what a subscriber did not take, whatever its protocol', () => {
  const template = templateOf({ aws: { fifoTopic: true } })
  const logged = (topic: string) => {
    const { Properties } = theResource(template, 'AWS::SNS::Topic', topic)
    return Properties['DeliveryStatusLogging'] as Record<string, unknown>[]
  }
  expect(logged('EventsTopic').map(({ Protocol }) => Protocol)).toEqual([
    'firehose',
    'http/s',
    'lambda',
    'sqs',
  ])
  expect(logged('EventsFifoTopic').map(({ Protocol }) => Protocol)).toEqual(['sqs'])
  for (const each of [...logged('EventsTopic'), ...logged('EventsFifoTopic')]) {
    expect(each['FailureFeedbackRoleArn']).toEqual({
      'Fn::GetAtt': [expect.stringContaining('DeliveryLogRole'), 'Arn'],
    })
    // What was delivered says nothing that anybody asks, and would be paid for.
    expect(each).not.toHaveProperty('SuccessFeedbackRoleArn')
  }
})
