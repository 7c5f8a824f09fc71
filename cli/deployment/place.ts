import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'
import { type Names, namesOf } from '../../infra/names.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { OperatorError } from '../or-one-line.ts'
import { callerAccount, checkAccount, checkBootstrap } from './access.ts'

/** An environment, and where in AWS it is. */
export type Place = { settings: Settings; names: Names; region: string; account: string }

/** The region of the settings, else of the credentials. */
const regionFor = async (wanted: string | undefined): Promise<string> => {
  if (wanted !== undefined) return wanted
  try {
    return await new STSClient().config.region()
  } catch {
    throw new OperatorError('There is no AWS region: set aws.region in the settings, or AWS_REGION')
  }
}

/**
 * Where an environment is, if the credentials are for it.
 * @throws {OperatorError} where there is no region, or no access
 */
export const placeOf = async (settings: Settings): Promise<Place> => {
  const region = await regionFor(settings.aws.region)
  const account = await callerAccount(new STSClient({ region }))
  checkAccount(settings.name, settings.aws.account, account)
  return { settings, names: namesOf(settings.name), region, account }
}

/** @throws {OperatorError} where the account is not prepared for the CDK */
export const checkPrepared = ({ region, account }: Place): Promise<void> =>
  checkBootstrap(new SSMClient({ region }), account, region)
