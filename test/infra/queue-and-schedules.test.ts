import { expect, test } from 'vitest'
import { pollQueue } from '../../lib/polling/queues.ts'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { resources, templateOf, theResource } from './environment.ts'

const template = templateOf()
const arnOf = (part: string) => ({ 'Fn::GetAtt': [expect.stringContaining(part), 'Arn'] })

test('the poll queue is as the local run has it', () => {
  const { Properties } = theResource(template, 'AWS::SQS::Queue', 'PollsQueue')
  expect(Properties).toMatchObject({
    QueueName: 'attendance-test-polls',
    VisibilityTimeout: pollQueue.visibilityTimeoutSeconds,
    MessageRetentionPeriod: pollQueue.retentionSeconds,
    RedrivePolicy: {
      maxReceiveCount: pollQueue.maxReceiveCount,
      deadLetterTargetArn: arnOf('DeadLetters'),
    },
    KmsMasterKeyId: arnOf('Key'),
  })
  const { Properties: deadLetters } = theResource(
    template,
    'AWS::SQS::Queue',
    'PollsDeadLettersQueue',
  )
  expect(deadLetters['MessageRetentionPeriod']).toBe(pollQueue.deadLetterRetentionSeconds)
})

test('a message is hidden for longer than its poll can take', () => {
  expect(pollQueue.visibilityTimeoutSeconds).toBeGreaterThan(functionTimeoutSeconds.pollShard)
})

test('polls are taken one at a time, as many at once as the settings say', () => {
  const many = templateOf({ polling: { concurrentPolls: 7 } })
  expect(theResource(many, 'AWS::Lambda::EventSourceMapping', 'Ticks').Properties).toMatchObject({
    BatchSize: 1,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 7 },
  })
})

test('every queue is encrypted and refuses what does not come over TLS', () => {
  const queues = resources(template, 'AWS::SQS::Queue')
  const policies = Object.values(resources(template, 'AWS::SQS::QueuePolicy'))
  expect(policies.length).toBe(Object.keys(queues).length)
  for (const { Properties } of Object.values(queues))
    expect(Properties['KmsMasterKeyId']).toEqual(arnOf('Key'))
  for (const { Properties } of policies)
    expect(Properties['PolicyDocument']).toMatchObject({
      Statement: [{ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    })
})

test('the dispatcher runs every minute, the roster refresh as the settings say', () => {
  const slow = templateOf({ polling: { rosterEverySeconds: 7_200 } })
  const dispatch = theResource(slow, 'AWS::Scheduler::Schedule', 'Dispatch').Properties
  const roster = theResource(slow, 'AWS::Scheduler::Schedule', 'Roster').Properties
  expect(dispatchEverySeconds).toBe(60)
  expect(dispatch['ScheduleExpression']).toBe('rate(1 minute)')
  expect(roster['ScheduleExpression']).toBe('rate(2 hours)')
  for (const schedule of [dispatch, roster])
    expect(schedule).toMatchObject({
      FlexibleTimeWindow: { Mode: 'OFF' },
      State: 'ENABLED',
      Target: {
        DeadLetterConfig: { Arn: arnOf('ScheduleDeadLetters') },
        RetryPolicy: { MaximumRetryAttempts: 185 },
      },
    })
  expect(dispatch).toMatchObject({ Target: { RetryPolicy: { MaximumEventAgeInSeconds: 60 } } })
  expect(roster).toMatchObject({ Target: { RetryPolicy: { MaximumEventAgeInSeconds: 7_200 } } })
})

test('polls faster than once a minute need no other schedule', () => {
  const fast = templateOf({ polling: { clockingsEverySeconds: 10 } })
  const { Properties } = theResource(fast, 'AWS::Lambda::Function', 'DispatchPolls')
  expect(Properties['Environment']).toMatchObject({
    Variables: { CLOCKINGS_EVERY_SECONDS: '10', DISPATCH_EVERY_SECONDS: '60' },
  })
  expect(Object.keys(resources(fast, 'AWS::Scheduler::Schedule')).length).toBe(2)
})
