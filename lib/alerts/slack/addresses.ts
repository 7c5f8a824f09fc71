import { createHash } from 'node:crypto'
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets'
import * as z from 'zod'
import { awsClientConfig } from '../../platform/aws.ts'
import { SecretShapeError } from '../../platform/credentials.ts'
import { isLoopback } from '../../workforce/urls.ts'

/** A webhook URL, which is a credential, and a word to know it by. */
export type SlackAddress = { url: string; fingerprint: string }

/** Reads the address of a channel; null where the secret has none. */
export type ReadAddress = (
  channel: string,
  options?: { forceRefresh: boolean },
) => Promise<SlackAddress | null>

/** How long a read secret is used before it is read again, in seconds. */
const maxAge = 300

/** Whether messages can be posted to an address: https, or http to this machine. */
export const isWebhook = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const Addresses = z.record(z.string(), z.unknown())
const Address = z.string().refine(isWebhook)

const parsed = (name: string, secret: string | Uint8Array | undefined): Map<string, unknown> => {
  try {
    return new Map(Object.entries(Addresses.parse(JSON.parse(String(secret)))))
  } catch {
    throw new SecretShapeError(
      `Secret ${name} cannot be used: it must be JSON {"<channel>": "https://hooks.slack.com/…"}`,
    )
  }
}

/** Distinguishes one URL from another, and says nothing about it. */
const fingerprintOf = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 16)

/**
 * Reads webhook URLs from Secrets Manager, at most every five minutes unless forced. One that
 * is unusable costs its own channel only.
 * @param secretName name or ARN
 * @throws {SecretShapeError} from the returned function, where the secret is not usable
 */
export const addressesFrom = (secretName: string): ReadAddress => {
  const secrets = new SecretsProvider({ clientConfig: awsClientConfig })
  return async (channel, { forceRefresh } = { forceRefresh: false }) => {
    const secret = await secrets.get(secretName, { maxAge, forceFetch: forceRefresh })
    const url = parsed(secretName, secret).get(channel)
    if (url === undefined) return null
    const address = Address.safeParse(url)
    if (address.success) return { url: address.data, fingerprint: fingerprintOf(address.data) }
    throw new SecretShapeError(`Secret ${secretName}, ${channel}: must be an https URL`)
  }
}
