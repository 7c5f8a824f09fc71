import { devNull } from 'node:os'
import type { Endpoints } from './start.ts'

export const region = 'eu-west-1'

/**
 * The variables that point every AWS SDK client made without configuration at the embedded
 * engines, and keep it from profiles, credentials and metadata services of the machine.
 */
const variables = (endpoints: Endpoints): Record<string, string> => ({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamoDb,
  AWS_ENDPOINT_URL_SNS: endpoints.messaging,
  AWS_ENDPOINT_URL_SQS: endpoints.messaging,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
})

/** Puts the variables in the place of all that begin with `AWS_`. */
export const useEmbeddedAws = (endpoints: Endpoints, environment: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(environment)) if (name.startsWith('AWS_')) delete environment[name]
  Object.assign(environment, variables(endpoints))
}
