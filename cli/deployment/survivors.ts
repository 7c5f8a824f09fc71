import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs'
import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException as NoTable,
} from '@aws-sdk/client-dynamodb'
import {
  DescribeSecretCommand,
  ResourceNotFoundException as NoSecret,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import type { RetainedResource } from '../../infra/retained-resources.ts'
import { OperatorError } from '../or-one-line.ts'

/** What CloudFormation knows a resource by, and the key that it is encrypted with. */
type Found = { identifier: Record<string, string>; key: string | undefined }

const table = async (region: string, name: string): Promise<Found | null> => {
  try {
    const { Table } = await new DynamoDBClient({ region }).send(
      new DescribeTableCommand({ TableName: name }),
    )
    return { identifier: { TableName: name }, key: Table?.SSEDescription?.KMSMasterKeyArn }
  } catch (error) {
    if (error instanceof NoTable) return null
    throw error
  }
}

const secret = async (region: string, name: string): Promise<Found | null> => {
  try {
    const { ARN, DeletedDate, KmsKeyId } = await new SecretsManagerClient({ region }).send(
      new DescribeSecretCommand({ SecretId: name }),
    )
    if (DeletedDate !== undefined)
      throw new OperatorError(
        `The secret ${name} waits to be deleted: \`aws secretsmanager restore-secret --secret-id ${name}\` keeps it; then deploy again`,
      )
    return ARN === undefined ? null : { identifier: { Id: ARN }, key: KmsKeyId }
  } catch (error) {
    if (error instanceof NoSecret) return null
    throw error
  }
}

const logGroup = async (region: string, name: string): Promise<Found | null> => {
  const { logGroups = [] } = await new CloudWatchLogsClient({ region }).send(
    new DescribeLogGroupsCommand({ logGroupNamePrefix: name }),
  )
  const found = logGroups.find(({ logGroupName }) => logGroupName === name)
  return found === undefined ? null : { identifier: { LogGroupName: name }, key: found.kmsKeyId }
}

const lookUp: Record<string, (region: string, name: string) => Promise<Found | null>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::Logs::LogGroup': logGroup,
  'AWS::SecretsManager::Secret': secret,
}
const keyType = 'AWS::KMS::Key'

/** The types of resources that can be adopted where they survived their stack. */
export const adoptable: readonly string[] = [...Object.keys(lookUp), keyType]

/** What CloudFormation knows each surviving resource by, as `cdk import` wants it. */
export type Survivors = Record<string, Record<string, string>>

const theKeyOf = (found: { name: string; key: string | undefined }[]): string => {
  // Services name a key by its ARN, or as they were told.
  const keys = new Set(found.map(({ key }) => key?.slice(key.lastIndexOf('/') + 1)))
  const [key] = keys
  const names = found.map(({ name }) => name).join(', ')
  if (key === undefined || keys.size > 1)
    throw new OperatorError(
      `${names}: there already, and not encrypted with one key of the environment's: no stack of ours made them; rename or delete what is not`,
    )
  return key
}

/**
 * What is there of an environment without its stack: what was retained when that was destroyed.
 * The key has no name, so it is found by what it encrypts.
 * @throws {OperatorError} where it cannot be adopted, saying what to do
 */
export const survivorsOf = async (
  retained: readonly RetainedResource[],
  region: string,
): Promise<Survivors> => {
  const found = await Promise.all(
    retained.map(async ({ logicalId, type, name }) => {
      const there = name === null ? null : ((await lookUp[type]?.(region, name)) ?? null)
      return there === null || name === null ? [] : [{ logicalId, name, ...there }]
    }),
  ).then((each) => each.flat())
  if (found.length === 0) return {}
  const keys = retained.filter(({ type }) => type === keyType)
  const KeyId = theKeyOf(found)
  return Object.fromEntries([
    ...keys.map(({ logicalId }) => [logicalId, { KeyId }]),
    ...found.map(({ logicalId, identifier }) => [logicalId, identifier]),
  ])
}
