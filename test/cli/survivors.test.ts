import { expect, test, vi } from 'vitest'
import { survivorsOf } from '../../cli/deployment/survivors.ts'
import { retainedResources } from '../../infra/retained-resources.ts'
import { settingsOf } from '../infra/environment.ts'
import { type Call, fakeAws, type Reply } from './fake-aws.ts'

const keyId = '1234abcd-12ab-34cd-56ef-1234567890ab'
const key = `arn:aws:kms:eu-west-1:123456789012:key/${keyId}`
const arnOf = (secret: unknown) => `arn:aws:secretsmanager:eu-west-1:123456789012:secret:${secret}`

/** What each service answers of a resource that is there, encrypted with the key. */
const retainedReply = ({ operation, body }: Call): Reply => {
  if (operation === 'DescribeTable') return { Table: { SSEDescription: { KMSMasterKeyArn: key } } }
  if (operation === 'DescribeSecret') return { ARN: arnOf(body['SecretId']), KmsKeyId: keyId }
  const logGroupName = body['logGroupNamePrefix']
  return {
    logGroups: [{ logGroupName: `${logGroupName}-of-others` }, { logGroupName, kmsKeyId: key }],
  }
}
const nothingReply = ({ operation }: Call): Reply =>
  operation === 'DescribeLogGroups' ? { logGroups: [] } : { error: 'ResourceNotFoundException' }

const retained = retainedResources(settingsOf())

/** What is found where AWS answers so. */
const foundWhere = async (answer: (call: Call) => Reply) => {
  const { config } = await fakeAws(answer)
  vi.stubEnv('AWS_ENDPOINT_URL', config.endpoint)
  vi.stubEnv('AWS_ACCESS_KEY_ID', config.credentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', config.credentials.secretAccessKey)
  try {
    return await survivorsOf(retained, config.region)
  } finally {
    vi.unstubAllEnvs()
  }
}

test('everything that survives a stack is found by its name, and the key by what it encrypts', async () => {
  const found = await foundWhere(retainedReply)
  expect(Object.keys(found).toSorted()).toEqual(
    retained.map(({ logicalId }) => logicalId).toSorted(),
  )
  expect(found).toMatchObject({
    EnvironmentKey: { KeyId: keyId },
    AttendanceTable: { TableName: 'attendance-test' },
    DeliveriesTable: { TableName: 'attendance-test-deliveries' },
    SlackSecret: { Id: arnOf('attendance-test/slack-webhooks') },
    AlertsSendAlertsLogs559C43BC: { LogGroupName: '/attendance/test/send-alerts' },
  })
})

test('where nothing survived there is nothing to adopt', async () => {
  expect(await foundWhere(nothingReply)).toEqual({})
})

test('what has another key, or none, is nobody of ours and is named', async () => {
  const oddTable = (call: Call): Reply =>
    call.operation === 'DescribeTable' ? { Table: {} } : retainedReply(call)
  await expect(foundWhere(oddTable)).rejects.toThrow(
    /attendance-test-deliveries.*not encrypted with one key of the environment's/,
  )
})

test('a secret that waits to be deleted is told with what keeps it', async () => {
  const going = (call: Call): Reply =>
    call.operation === 'DescribeSecret'
      ? { ARN: 'a', KmsKeyId: key, DeletedDate: 1_790_000_000 }
      : retainedReply(call)
  await expect(foundWhere(going)).rejects.toThrow(
    /^The secret attendance-test\/\S+ waits to be deleted: `aws secretsmanager restore-secret/,
  )
})
