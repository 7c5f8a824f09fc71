import { GetParameterCommand, ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts'
import { OperatorError } from '../or-one-line.ts'

/** Where the CDK's bootstrap stack says that it is there. */
const bootstrapVersion = '/cdk-bootstrap/hnb659fds/version'

/** What an error is called; of one of the network, its code. */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return error.name === 'Error' && 'code' in error ? String(error.code) : error.name
}

/** What a terminal keeps in which somebody has worked with a local run, as it says itself. */
const ofLocalRun = (variables: NodeJS.ProcessEnv): string[] => [
  ...(variables['AWS_ENDPOINT_URL'] === undefined ? [] : ['AWS_ENDPOINT_URL']),
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].filter((name) => variables[name] === 'local'),
]

const localHint = (variables: NodeJS.ProcessEnv): string => {
  const names = ofLocalRun(variables).join(' ')
  return names === '' ? '' : `; this terminal is set to a local run: \`unset ${names}\``
}

const identityProblem = (name: string): string => {
  if (name === 'CredentialsProviderError')
    return 'There are no AWS credentials: set AWS_PROFILE, or run `aws configure sso` and `aws sso login`'
  if (/^(ExpiredToken|InvalidClientTokenId|SignatureDoesNotMatch|UnrecognizedClient)/.test(name))
    return `AWS does not accept the credentials (${name}): sign in again, for instance with \`aws sso login\``
  return `AWS did not say whose the credentials are (${name})`
}

/**
 * The account that the credentials are for.
 * @throws {OperatorError} where there are none, or AWS does not accept them
 */
export const callerAccount = async (sts: STSClient): Promise<string> => {
  try {
    const { Account } = await sts.send(new GetCallerIdentityCommand())
    if (Account !== undefined) return Account
  } catch (error) {
    throw new OperatorError(`${identityProblem(nameOf(error))}${localHint(process.env)}`)
  }
  throw new OperatorError(identityProblem('no account'))
}

/**
 * Checks that the credentials are for the account that the settings name.
 * @throws {OperatorError} where they are for another one
 */
export const checkAccount = (environment: string, wanted: string | undefined, given: string) => {
  if (wanted === undefined || wanted === given) return
  throw new OperatorError(
    `The AWS credentials are for account ${given}, but ${environment} belongs to ${wanted} (aws.account)`,
  )
}

/**
 * Checks that the account is prepared for the CDK in a region. Whoever may not look is not
 * stopped: the CDK will tell.
 * @throws {OperatorError} where it is not
 */
export const checkBootstrap = async (ssm: SSMClient, account: string, region: string) => {
  try {
    await ssm.send(new GetParameterCommand({ Name: bootstrapVersion }))
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) return
    throw new OperatorError(
      `Account ${account} is not prepared for the CDK in ${region}: run \`npx cdk bootstrap aws://${account}/${region}\``,
    )
  }
}
