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
  /** Where the engines listen; 0, and every one left out, is any free port. */
  ports?: Partial<Record<keyof Endpoints, number>>
  elsewhere?: EnginesElsewhere
}

const embeddedOnly: EnginesElsewhere = { dynamoDb: null, messaging: null }

/** An engine that somebody else starts and ends. */
const running = (endpoint: string): Engine => ({ endpoint, close: async () => {} })

/**
 * Starts DynamoDB, SNS, SQS and Secrets Manager on loopback, but for those that run already.
 */
export const startEmbeddedAws = async ({
  folder,
  ports = {},
  elsewhere = embeddedOnly,
}: EmbeddedAwsOptions): Promise<EmbeddedAws> => {
  const within = (name: string) => (folder === null ? null : join(folder, name))
  const [dynamoDb, messaging, secretsManager] = await Promise.all([
    elsewhere.dynamoDb === null
      ? startDynamoDb(within('tables'), ports.dynamoDb)
      : running(elsewhere.dynamoDb),
    elsewhere.messaging === null
      ? startMessaging(within('messages'), ports.messaging)
      : running(elsewhere.messaging),
    startSecretsManager(ports.secretsManager),
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
