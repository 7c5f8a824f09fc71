import {
  DescribeSecretCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import type { Names } from '../../infra/names.ts'
import type { Settings } from '../../lib/settings/settings.ts'

/** Whether a secret has a value, which is not read. */
const isFilled = async (secrets: SecretsManagerClient, name: string): Promise<boolean> => {
  try {
    const { VersionIdsToStages = {} } = await secrets.send(
      new DescribeSecretCommand({ SecretId: name }),
    )
    return Object.values(VersionIdsToStages).some((stages) => stages.includes('AWSCURRENT'))
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false
    throw error
  }
}

/** The secrets that an environment needs, and that nobody has filled yet. */
export const emptySecrets = async (
  secrets: SecretsManagerClient,
  names: Names,
  { slack, webhooks }: Pick<Settings, 'slack' | 'webhooks'>,
): Promise<string[]> => {
  const needed = [
    names.credentialsSecret,
    ...(slack.channels.length > 0 ? [names.slackSecret] : []),
    ...(webhooks.length > 0 ? [names.webhooksSecret] : []),
  ]
  const empty: string[] = []
  for (const name of needed) if (!(await isFilled(secrets, name))) empty.push(name)
  return empty
}
