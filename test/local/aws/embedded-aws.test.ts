import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { SNSClient } from '@aws-sdk/client-sns'
import { GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { attendanceTable } from '../../../lib/store/tables.ts'
import { createResources, type LocalResources } from '../../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'

let aws: EmbeddedAws
let resources: LocalResources

beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  useEmbeddedAws(aws.endpoints, process.env)
  resources = await createResources(aws.endpoints, { clientId: 'me', clientSecret: 'secret' })
})

afterAll(() => aws.close())

describe('the embedded AWS', () => {
  test('listens on loopback only', () => {
    expect(Object.values(aws.endpoints).map((url) => new URL(url).hostname)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
    ])
  })

  test('has the table with the keys of its definition, and conditional writes', async () => {
    const { partitionKey, sortKey } = attendanceTable
    const put = () =>
      new DynamoDBClient().send(
        new PutItemCommand({
          TableName: resources.tableName,
          Item: { [partitionKey]: { S: 'a' }, [sortKey]: { S: 'b' } },
          ConditionExpression: `attribute_not_exists(${partitionKey})`,
        }),
      )
    await put()
    await expect(put()).rejects.toThrow(ConditionalCheckFailedException)
  })

  test('gives a poll queue that hides messages for as long as a poll may take', async () => {
    const { Attributes } = await new SQSClient().send(
      new GetQueueAttributesCommand({ QueueUrl: resources.queueUrl, AttributeNames: ['All'] }),
    )
    expect(Attributes).toMatchObject({ VisibilityTimeout: '150', MessageRetentionPeriod: '600' })
    expect(JSON.parse(Attributes?.['RedrivePolicy'] ?? '')).toEqual({
      deadLetterTargetArn: expect.stringMatching(/attendance-polls-dead-letters$/),
      maxReceiveCount: 2,
    })
  })

  test('delivers a message to the subscriber to the byte', async () => {
    const event = {
      id: '0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10',
      message: '{"id":"0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10","who":"Zoë <&> \\n 👩"}',
      attributes: { type: 'attendance.clocked-in', baseline: 'false' },
    }
    const { acknowledged } = await publishToTopic(new SNSClient(), resources.topicArn)([event])
    const { Messages } = await new SQSClient().send(
      new ReceiveMessageCommand({ QueueUrl: resources.terminalQueueUrl, WaitTimeSeconds: 1 }),
    )
    expect([...acknowledged]).toEqual([event.id])
    expect(Messages?.map(({ Body }) => Body)).toEqual([event.message])
  })
})

describe('the embedded Secrets Manager', () => {
  const secrets = () => new SecretsManagerClient()
  const read = (SecretId: string) => secrets().send(new GetSecretValueCommand({ SecretId }))

  test('gives the newest value of a secret, by name and by ARN', async () => {
    const { ARN = '' } = await secrets().send(
      new CreateSecretCommand({ Name: 'changing', SecretString: 'old' }),
    )
    await secrets().send(new PutSecretValueCommand({ SecretId: 'changing', SecretString: 'new' }))
    expect((await read('changing')).SecretString).toBe('new')
    expect((await read(ARN)).SecretString).toBe('new')
  })

  test('refuses as AWS does', async () => {
    await expect(read('missing')).rejects.toThrow(ResourceNotFoundException)
    const again = new CreateSecretCommand({
      Name: resources.credentialsSecret,
      SecretString: '{}',
    })
    await expect(secrets().send(again)).rejects.toThrow(ResourceExistsException)
  })
})

describe('the environment of the AWS SDK', () => {
  test('keeps nothing that was set for another AWS', () => {
    const environment = { AWS_PROFILE: 'prod', AWS_ENDPOINT_URL: 'https://aws.example', HOME: '/' }
    useEmbeddedAws(aws.endpoints, environment)
    expect(Object.keys(environment)).not.toContain('AWS_PROFILE')
    expect(Object.keys(environment)).not.toContain('AWS_ENDPOINT_URL')
    expect(environment).toMatchObject({ AWS_ENDPOINT_URL_SQS: aws.endpoints.messaging, HOME: '/' })
  })
})
