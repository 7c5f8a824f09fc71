import * as z from 'zod'

const accountId = z.string().regex(/^\d{12}$/, 'must be an AWS account id: 12 digits')

/** The retentions that CloudWatch Logs knows, in days. */
const retentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
] as const

const tagName = z.string().regex(/^(?!aws:)[\w .:/=+@-]{1,128}$/)
const tagValue = z
  .string()
  .regex(/^[\w .:/=+@-]{0,256}$/, 'must be up to 256 letters, digits, spaces and _.:/=+@-')

/** AWS takes 50 of a resource, of which two are ours, unless they are given here. */
const mostTags = 48
const ownTags = ['application', 'environment']
const areFew = (tags: Record<string, string>): boolean =>
  Object.keys(tags).filter((tag) => !ownTags.includes(tag)).length <= mostTags

/** What is allowed as the name of a tag; a key's own message is not shown. */
const tagNameError = {
  error: ({ code }: { code: string }) =>
    code === 'invalid_key'
      ? 'must be named with up to 128 letters, digits, spaces and _.:/=+@-, not aws: first'
      : undefined,
}

/** A topic's policy, which names each twice, has room for some four hundred: 30 kB. */
const mostSubscriberAccounts = 200

const eventBus = z
  .string()
  .regex(
    /^(arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/)?[\w./-]{1,256}$/,
    'must be the name or the ARN of an event bus',
  )

export const queueArn = z
  .string()
  .regex(
    /^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[\w-]{1,80}(\.fifo)?$/,
    'must be the ARN of an SQS queue',
  )
const ReadApi = z
  .strictObject({
    requestsPerSecond: z
      .number()
      .min(1)
      .max(1_000)
      .default(10)
      .describe('How often it may be asked; more is answered with 429'),
    burst: z.int().min(1).max(1_000).default(20).describe('So many requests at once all the same'),
  })
  .describe('An HTTP API for reading, which callers sign for with IAM; default: none')

/** What an environment is in AWS. Nothing here concerns a run on one machine. */
export const Aws = z
  .strictObject({
    account: accountId
      .optional()
      .describe('The only account that this environment is deployed to; default: any'),
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region such as eu-west-1')
      .optional()
      .describe("Where it is deployed; default: the credentials' own region"),
    tags: z
      .record(tagName, tagValue, tagNameError)
      .refine(areFew, `must be no more than ${mostTags}, beside application and environment`)
      .default({})
      .describe('On every resource, beside environment and application'),
    retainData: z
      .boolean()
      .default(false)
      .describe('Whether tables, secret and key survive the stack, guarded against deletion'),
    logRetentionDays: z
      .literal(retentionDays)
      .default(30)
      .describe('How long the logs of the functions are kept'),
    release: z
      .enum(['linear', 'canary', 'all-at-once'])
      .default('linear')
      .describe(
        'How new versions take over, and back where the feed alarms: linear, a tenth more every three minutes; canary, a tenth for half an hour, then all',
      ),
    subscriberAccounts: z
      .array(accountId)
      .max(mostSubscriberAccounts)
      .default([])
      .describe('Other accounts that may subscribe to the topics'),
    subscriberProtocols: z
      .array(z.enum(['sqs', 'lambda', 'https', 'firehose']))
      .min(1)
      .default(['sqs'])
      .describe('How those accounts may have events delivered; the FIFO topic knows `sqs` alone'),
    fifoTopic: z
      .boolean()
      .default(false)
      .describe('Whether events are published to a FIFO topic, too, in order for each employee'),
    eventBus: eventBus
      .optional()
      .describe(
        'The EventBridge bus that events are put on, too: its name, or its ARN; default: none',
      ),
    snsMessagesPerSecond: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe(
        'So many events are published to SNS in a second at most, all that publish together; default: as many as SNS takes',
      ),
    replayQueues: z
      .array(queueArn)
      .max(20)
      .default([])
      .describe('ARNs of SQS queues of subscribers that past events may be sent to again'),
    readApi: ReadApi.optional(),
  })
  .describe('The environment in AWS')

/** The runbook's file in this repository, which alarms point to where the settings say no more. */
const runbookFile = 'docs/operations.md'

/** An alarm's text holds its meaning, this and the section's name, in 1,024 characters. */
const longestRunbookUrl = 400

const runbookUrl = z
  .string()
  .max(longestRunbookUrl)
  .refine(
    (text) => text === runbookFile || /^https:\/\/[^\s#]+$/.test(text),
    `must be an https URL without #, or ${runbookFile}`,
  )

export const mailAddress = z.string().regex(z.regexes.email, 'must be an email address')

export const Operations = z
  .strictObject({
    email: z.array(mailAddress).default([]).describe('Who is notified of alarms'),
    runbookUrl: runbookUrl
      .default(runbookFile)
      .describe('Where operators read docs/operations.md; alarms add #alarm-… to it'),
    monthlyBudgetUsd: z
      .number()
      .positive()
      .max(1_000_000)
      .optional()
      .describe(
        'What the AWS account may cost a month, in US dollars, all that is in it; past it, there is mail',
      ),
  })
  .describe('Who runs it')

export const EventLogDays = z
  .int()
  .min(0)
  .max(3_650)
  .default(30)
  .describe('How long published events are kept, to be sent again or read; 0: they are not')

export const ExpectedEmployees = z
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe('The size of the roster: a deployment warns where the settings cannot serve it')
