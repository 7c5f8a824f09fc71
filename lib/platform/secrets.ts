import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets'
import type * as z from 'zod'
import { awsClientConfig } from './aws.ts'

/** A secret that is not of the shape that its readers want. Never says what it holds. */
export class SecretShapeError extends Error {
  override readonly name = 'SecretShapeError'
}

/** Reads a secret; anew where that is forced. */
type ReadSecret<Value> = (options?: { forceRefresh: boolean }) => Promise<Value>

/** How long a read secret is used before it is read again, in seconds. */
const maxAge = 300

const parsed = <Value>(text: string, schema: z.ZodType<Value>): { value: Value } | null => {
  try {
    return { value: schema.parse(JSON.parse(text)) }
  } catch {
    return null
  }
}

/**
 * Reads a secret of JSON from Secrets Manager, at most every five minutes unless forced, so that
 * a changed one takes effect without a deploy.
 * @param name name or ARN
 * @param wanted an example of it, for whoever fills it
 * @throws {SecretShapeError} from the returned function, where the secret is not usable
 */
export const secretReader = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  wanted: string,
): ReadSecret<Value> => {
  const secrets = new SecretsProvider({ clientConfig: awsClientConfig })
  const refuse = (what: string): never => {
    throw new SecretShapeError(`Secret ${name} ${what}: it must be JSON ${wanted}`)
  }
  return async ({ forceRefresh } = { forceRefresh: false }) => {
    const text = await secrets.get(name, { maxAge, forceFetch: forceRefresh })
    if (typeof text !== 'string') return refuse('has no text')
    return parsed(text, schema)?.value ?? refuse('cannot be used')
  }
}
