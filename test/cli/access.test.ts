import { STSClient } from '@aws-sdk/client-sts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callerAccount, checkAccount, checkBootstrap } from '../../cli/deployment/access.ts'
import { awsAnswering, identityOf, parameter, ssmError, stsError } from './aws-service.ts'

const account = '123456789012'

test('knows the account that credentials are for', async () => {
  const { sts } = await awsAnswering(identityOf(account))
  expect(await callerAccount(sts)).toBe(account)
})

test('tells who has no credentials how to get some', async () => {
  const credentials = async () => {
    throw Object.assign(new Error('none'), { name: 'CredentialsProviderError' })
  }
  await expect(callerAccount(new STSClient({ region: 'eu-west-1', credentials }))).rejects.toThrow(
    'There are no AWS credentials: set AWS_PROFILE, or run `aws configure sso` and `aws sso login`',
  )
})

test.each(['ExpiredToken', 'InvalidClientTokenId', 'SignatureDoesNotMatch'])(
  'tells that AWS does not accept credentials: %s',
  async (code) => {
    const { sts } = await awsAnswering(stsError(code))
    await expect(callerAccount(sts)).rejects.toThrow(
      /^AWS does not accept the credentials \(\w+\): sign in again, for instance with `aws sso login`$/,
    )
  },
)

test('tells whoever goes on in the terminal of a local run what to unset', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  onTestFinished(() => void vi.unstubAllEnvs())
  const sts = new STSClient({ region: 'eu-west-1', maxAttempts: 1 })
  await expect(callerAccount(sts)).rejects.toThrow(
    'AWS did not say whose the credentials are (ECONNREFUSED); this terminal is set to a local run: `unset AWS_ENDPOINT_URL AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY`',
  )
})

test('refuses credentials of another account than the one of the settings', () => {
  expect(() => checkAccount('prod', '210987654321', account)).toThrow(
    'The AWS credentials are for account 123456789012, but prod belongs to 210987654321 (aws.account)',
  )
  expect(checkAccount('prod', account, account)).toBeUndefined()
  expect(checkAccount('prod', undefined, account)).toBeUndefined()
})

test('tells how to prepare an account for the CDK', async () => {
  const { ssm } = await awsAnswering(ssmError('ParameterNotFound'))
  await expect(checkBootstrap(ssm, account, 'eu-west-1')).rejects.toThrow(
    'Account 123456789012 is not prepared for the CDK in eu-west-1: run `npx cdk bootstrap aws://123456789012/eu-west-1`',
  )
})

test.each([
  ['is prepared', parameter('21')],
  ['cannot be looked at', ssmError('AccessDeniedException')],
])('goes on where the account %s', async (_, answer) => {
  const { ssm } = await awsAnswering(answer)
  await expect(checkBootstrap(ssm, account, 'eu-west-1')).resolves.toBeUndefined()
})
