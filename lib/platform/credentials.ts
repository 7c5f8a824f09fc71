import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets'
import * as z from 'zod'
import type { Credentials, ReadCredentials } from '../workforce/access-token.ts'
import { awsClientConfig } from './aws.ts'

const CredentialsSecret = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
})

/** A secret that is not of the shape that its readers want. Never says what it holds. */
export class SecretShapeError extends Error {
  override readonly name = 'SecretShapeError'
}

/** How long a read secret is used before it is read again, in seconds. */
const maxAge = 300

const parsed = (name: string, secret: string | Uint8Array | undefined): Credentials => {
  const wanted = 'must be JSON {"clientId": "…", "clientSecret": "…"}'
  if (typeof secret !== 'string')
    throw new SecretShapeError(`Secret ${name} has no text: it ${wanted}`)
  try {
    return CredentialsSecret.parse(JSON.parse(secret))
  } catch {
    throw new SecretShapeError(`Secret ${name} cannot be used: it ${wanted}`)
  }
}

/**
 * Reads the Workforce API credentials from Secrets Manager, at most every five minutes unless
 * forced, so that a changed secret takes effect without a deploy.
 * @param secretName name or ARN
 * @throws {SecretShapeError} from the returned function, where the secret is not usable
 */
export const credentialsFrom = (secretName: string): ReadCredentials => {
  const secrets = new SecretsProvider({ clientConfig: awsClientConfig })
  return async ({ forceRefresh } = { forceRefresh: false }) =>
    parsed(secretName, await secrets.get(secretName, { maxAge, forceFetch: forceRefresh }))
}
