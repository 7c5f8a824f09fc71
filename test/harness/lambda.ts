import type { Context, SQSEvent, SQSRecord } from 'aws-lambda'

/** What Lambda tells a function about its invocation. */
export const aLambdaContext = (remainingMilliseconds = 120_000): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'poll-shard',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:poll-shard',
  memoryLimitInMB: '256',
  awsRequestId: '8a1c2e3f-0000-4000-8000-000000000001',
  logGroupName: 'poll-shard',
  logStreamName: 'one',
  getRemainingTimeInMillis: () => remainingMilliseconds,
  done: () => {},
  fail: () => {},
  succeed: () => {},
})

const aRecord = (body: string, n: number): SQSRecord => ({
  messageId: `message-${n}`,
  receiptHandle: `receipt-${n}`,
  body,
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: 'sender',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:polls',
  awsRegion: 'eu-west-1',
})

/** Messages of a queue as Lambda hands them over: `message-0`, `message-1`, … */
export const anSqsEvent = (...bodies: string[]): SQSEvent => ({ Records: bodies.map(aRecord) })
