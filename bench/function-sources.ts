import type { FunctionSource } from './bundle-function.ts'

type Client = [module: string, client: string]

const importsOf = (clients: readonly Client[]): string[] => [
  ...clients.map(([module, client]) => `import { ${client} } from '${module}'`),
  ...clients.map(([, client]) => `export const its${client} = new ${client}({})`),
]

/** A handler that does nothing, with the AWS clients of a real one. */
const emptyWith = (...clients: Client[]): FunctionSource => ({
  text: [...importsOf(clients), 'export const handler = async () => {}'].join('\n'),
})

const dynamo: Client = ['@aws-sdk/client-dynamodb', 'DynamoDBClient']
const sns: Client = ['@aws-sdk/client-sns', 'SNSClient']
const sqs: Client = ['@aws-sdk/client-sqs', 'SQSClient']
const ses: Client = ['@aws-sdk/client-sesv2', 'SESv2Client']
const events: Client = ['@aws-sdk/client-eventbridge', 'EventBridgeClient']
const secrets: Client = ['@aws-sdk/client-secrets-manager', 'SecretsManagerClient']

/** Likewise with the libraries that `poll-shard` uses, and nothing of ours. */
const emptyWithLibraries = (...clients: Client[]): FunctionSource => ({
  text: [
    "import { Logger } from '@aws-lambda-powertools/logger'",
    "import { Metrics } from '@aws-lambda-powertools/metrics'",
    "import { BatchProcessor, EventType } from '@aws-lambda-powertools/batch'",
    "import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets'",
    "import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'",
    "import middy from '@middy/core'",
    "import { Temporal } from 'temporal-polyfill'",
    "import * as z from 'zod'",
    ...importsOf(clients),
    'export const used = [new Logger(), new Metrics(), new BatchProcessor(EventType.SQS), new SecretsProvider()]',
    'export const documents = DynamoDBDocumentClient.from(itsDynamoDBClient)',
    "export const zoned = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO('Europe/London')",
    'export const schema = z.object({ id: z.guid(), at: z.iso.datetime() })',
    'export const handler = middy(async () => {})',
  ].join('\n'),
})

/** Every function, and an empty handler with the same AWS clients. */
export const functionSources = {
  pollShard: {
    file: 'functions/poll-shard.ts',
    empty: emptyWith(dynamo, sns, secrets),
    withLibraries: emptyWithLibraries(dynamo, sns, events, secrets),
  },
  refreshRoster: { file: 'functions/refresh-roster.ts', empty: emptyWith(dynamo, sns, secrets) },
  readApi: { file: 'functions/read-api.ts', empty: emptyWith(dynamo) },
  sendDigest: { file: 'functions/send-digest.ts', empty: emptyWith(dynamo, sns, ses, secrets) },
  sendAlerts: {
    file: 'functions/send-alerts.ts',
    empty: emptyWith(dynamo, sns, ses, sqs, secrets),
  },
  deliverWebhook: { file: 'functions/deliver-webhook.ts', empty: emptyWith(dynamo, sqs, secrets) },
  replayEvents: { file: 'functions/replay-events.ts', empty: emptyWith(dynamo, sqs) },
  dispatchPolls: { file: 'functions/dispatch-polls.ts', empty: emptyWith(dynamo, sqs) },
} as const
