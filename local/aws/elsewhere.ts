import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { StartError } from '../start-error.ts'
import { region } from './sdk-environment.ts'
import type { EnginesElsewhere } from './start.ts'

/** How long an engine may take to answer the first question, in milliseconds. */
const patience = 5_000

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'there is no host of that name',
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'AbortError') return `no answer within ${patience / 1_000} seconds`
  const code = 'code' in error ? String(error.code) : error.name
  return reasons[code] ?? `the answer is not that of AWS (${code})`
}

const check = async (option: string, engine: string, ask: () => Promise<unknown>) => {
  try {
    await ask()
  } catch (error) {
    throw new StartError(`${option}: no ${engine} at this address: ${reasonOf(error)}`)
  }
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/**
 * Asks engines that should run already one question each.
 * @throws {StartError} naming the option, where one does not answer as such
 */
export const checkElsewhere = async ({ dynamoDb, messaging }: EnginesElsewhere): Promise<void> => {
  const optionsFor = (endpoint: string) => ({ endpoint, region, credentials })
  const soon = () => ({ abortSignal: AbortSignal.timeout(patience) })
  if (dynamoDb !== null)
    await check('--dynamodb', 'DynamoDB', () =>
      new DynamoDBClient(optionsFor(dynamoDb)).send(new ListTablesCommand(), soon()),
    )
  if (messaging === null) return
  await check('--messaging', 'SNS', () =>
    new SNSClient(optionsFor(messaging)).send(new ListTopicsCommand(), soon()),
  )
  await check('--messaging', 'SQS', () =>
    new SQSClient(optionsFor(messaging)).send(new ListQueuesCommand(), soon()),
  )
}
