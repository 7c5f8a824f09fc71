import type { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** How the logs of an environment are kept. */
export type LogKeeping = { key: IKey; retention: RetentionDays; removalPolicy: RemovalPolicy }

/** A log group with the environment's key, kept as the settings say. */
export const keptLogs = (
  scope: Construct,
  id: string,
  logGroupName: string,
  { key, retention, removalPolicy }: LogKeeping,
): LogGroup =>
  new LogGroup(scope, id, { logGroupName, retention, encryptionKey: key, removalPolicy })
