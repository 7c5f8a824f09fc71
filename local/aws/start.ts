import { join } from 'node:path'
import { type Engine, startDynamoDb } from './dynamodb.ts'
import { startMessaging } from './messaging.ts'
import { startSecretsManager } from './secrets-manager.ts'

/** Where the engines listen. */
export type Endpoints = { dynamoDb: string; messaging: string; secretsManager: string }

export type EmbeddedAws = { endpoints: Endpoints; close: () => Promise<void> }

/** Engines that run already, by their addresses; null where one is to be embedded. */
export type EnginesElsewhere = { dynamoDb: string | null; messaging: string | null }

export type EmbeddedAwsOptions = {
  /** Where tables, queues and messages are kept; null for memory. */
  folder: string | null
  elsewhere?: EnginesElsewhere
}

const embeddedOnly: EnginesElsewhere = { dynamoDb: null, messaging: null }

/** An engine that somebody else starts and ends. */
const running = (endpoint: string): Engine => ({ endpoint, close: async () => {} })

/**
 * Starts DynamoDB, SNS, SQS and Secrets Manager on loopback ports of their own choosing, but
 * for those that run already.
 */
export const startEmbeddedAws = async ({
  folder,
  elsewhere = embeddedOnly,
}: EmbeddedAwsOptions): Promise<EmbeddedAws> => {
  const within = (name: string) => (folder === null ? null : join(folder, name))
  const [dynamoDb, messaging, secretsManager] = await Promise.all([
    elsewhere.dynamoDb === null ? startDynamoDb(within('tables')) : running(elsewhere.dynamoDb),
    elsewhere.messaging === null
      ? startMessaging(within('messages'))
      : running(elsewhere.messaging),
    startSecretsManager(),
  ])
  return {
    endpoints: {
      dynamoDb: dynamoDb.endpoint,
      messaging: messaging.endpoint,
      secretsManager: secretsManager.endpoint,
    },
    close: async () => {
      await Promise.all([dynamoDb, messaging, secretsManager].map((engine) => engine.close()))
    },
  }
}
