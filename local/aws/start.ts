import { join } from 'node:path'
import { startDynamoDb } from './dynamodb.ts'
import { startMessaging } from './messaging.ts'
import type { Publication } from './publications.ts'
import { startSecretsManager } from './secrets-manager.ts'

/** Where the embedded engines listen. */
export type Endpoints = { dynamoDb: string; messaging: string; secretsManager: string }

export type EmbeddedAws = { endpoints: Endpoints; close: () => Promise<void> }

export type EmbeddedAwsOptions = {
  /** Where tables are kept; null for memory. */
  folder: string | null
  /** Told of every event before SNS takes it. */
  beforePublishing: (publications: Publication[]) => void
}

/** Starts DynamoDB, SNS, SQS and Secrets Manager on loopback ports of their own choosing. */
export const startEmbeddedAws = async ({
  folder,
  beforePublishing,
}: EmbeddedAwsOptions): Promise<EmbeddedAws> => {
  const [dynamoDb, messaging, secretsManager] = await Promise.all([
    startDynamoDb(folder === null ? null : join(folder, 'tables')),
    startMessaging(beforePublishing),
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
