import type { FunctionSource } from './bundle-function.ts'

/** A handler that does nothing, with the AWS clients of a real one. */
const emptyWith = (...clients: [module: string, client: string][]): FunctionSource => ({
  text: [
    ...clients.map(([module, client]) => `import { ${client} } from '${module}'`),
    ...clients.map(([, client]) => `export const its${client} = new ${client}({})`),
    'export const handler = async () => {}',
  ].join('\n'),
})

const dynamo: [string, string] = ['@aws-sdk/client-dynamodb', 'DynamoDBClient']
const sns: [string, string] = ['@aws-sdk/client-sns', 'SNSClient']
const sqs: [string, string] = ['@aws-sdk/client-sqs', 'SQSClient']
const ses: [string, string] = ['@aws-sdk/client-sesv2', 'SESv2Client']
const secrets: [string, string] = ['@aws-sdk/client-secrets-manager', 'SecretsManagerClient']

/** Every function, and an empty handler with the same AWS clients. */
export const functionSources = {
  pollShard: { file: 'functions/poll-shard.ts', empty: emptyWith(dynamo, sns, secrets) },
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
