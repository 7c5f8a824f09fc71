import { DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { environmentsFolder } from '../infra/environments.ts'
import { documentClient } from '../lib/store/document-client.ts'
import { readEndpoint } from '../lib/store/webhooks/read-endpoint.ts'
import { createWebhookDeliveryStore } from '../lib/store/webhooks/webhook-delivery-store.ts'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { placeOf } from './deployment/place.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'
import { askEndpoint, checkRequest } from './webhooks/ask-endpoint.ts'
import { deliveriesText } from './webhooks/deliveries-text.ts'
import { knownWebhook } from './webhooks/known-webhook.ts'

const typed = 'npx node cli/webhooks.ts'
const mostShown = 200

const placeNamed = async (environment: string, webhook: string) => {
  const settings = knownEnvironment(environmentsFolder, environment)
  knownWebhook(settings, webhook)
  return placeOf(settings)
}

/** How an endpoint is; null where nothing was sent there yet, or nothing is deployed. */
const conditionOf = async (documents: DynamoDBDocumentClient, table: string, webhook: string) => {
  try {
    return await readEndpoint(documents, table, webhook)
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null
    throw error
  }
}

const ask = async (what: 'test' | 'resume', environment: string, webhook: string) => {
  const { names, region } = await placeNamed(environment, webhook)
  const documents = documentClient(new DynamoDBClient({ region }))
  const endpoint = await conditionOf(documents, names.deliveriesTable, webhook)
  checkRequest(
    what,
    webhook,
    endpoint?.stopped ?? null,
    `${typed} resume ${environment} ${webhook}`,
  )
  await askEndpoint(new SQSClient({ region }), names, webhook, what)
  const asked = what === 'test' ? 'is sent a test event' : 'goes on'
  process.stderr.write(
    `${webhook} ${asked} within seconds: \`${typed} deliveries ${environment} ${webhook}\` tells what became of it\n`,
  )
}

const show = async (environment: string, webhook: string, limit: number): Promise<void> => {
  const { names, region } = await placeNamed(environment, webhook)
  const documents = documentClient(new DynamoDBClient({ region }))
  const { recent } = createWebhookDeliveryStore(documents, names.deliveriesTable, Date.now)
  try {
    const [endpoint, deliveries] = await Promise.all([
      readEndpoint(documents, names.deliveriesTable, webhook),
      recent(webhook, limit),
    ])
    const resume = `${typed} resume ${environment} ${webhook}`
    process.stdout.write(`${deliveriesText(webhook, endpoint, deliveries, resume)}\n`)
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
    throw new OperatorError(
      `${names.stack} is not deployed; see docs/operations.md#deploy-from-nothing`,
    )
  }
}

const program = newCommand(typed).description('Looks after the endpoints of outside systems')
const command = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .argument('<name>', 'the environment: a file in infra/environments')
    .argument('<webhook>', 'the endpoint, by its name in the settings')

command('test', 'Sends one event of the type attendance.test to an endpoint').action(
  (name: string, webhook: string) => orOneLine(() => ask('test', name, webhook)),
)
command(
  'resume',
  'Lets an endpoint that is stopped have its events, those that waited, too',
).action((name: string, webhook: string) => orOneLine(() => ask('resume', name, webhook)))
command('deliveries', 'Tells how an endpoint is, and what became of the last events, newest first')
  .option('--last <n>', 'so many of them', wholeNumber(1, mostShown), 20)
  .action((name: string, webhook: string, { last }: { last: number }) =>
    orOneLine(() => show(name, webhook, last)),
  )
await program.parseAsync()
