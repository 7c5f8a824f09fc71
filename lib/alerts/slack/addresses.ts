import { createHash } from 'node:crypto'
import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets'
import * as z from 'zod'
import { SecretShapeError } from '../../platform/credentials.ts'

/** A webhook URL, which is a credential, and a word to know it by. */
export type SlackAddress = { url: string; fingerprint: string }

/** Reads the address of a channel; null where the secret has none. */
export type ReadAddress = (
  channel: string,
  options?: { forceRefresh: boolean },
) => Promise<SlackAddress | null>

/** How long a read secret is used before it is read again, in seconds. */
const maxAge = 300

const isUsable = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(127\.|localhost$|\[::1\])/.test(hostname))
  )
}
const Addresses = z.record(z.string(), z.string().refine(isUsable))

const parsed = (name: string, secret: string | Uint8Array | undefined) => {
  try {
    return Addresses.parse(JSON.parse(String(secret)))
  } catch {
    throw new SecretShapeError(
      `Secret ${name} cannot be used: it must be JSON {"<channel>": "https://hooks.slack.com/…"}`,
    )
  }
}

/** Tells one URL from another, and nothing about it. */
const fingerprintOf = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 16)

/**
 * Reads webhook URLs from Secrets Manager, at most every five minutes unless forced.
 * @param secretName name or ARN
 * @throws {SecretShapeError} from the returned function, where the secret is not usable
 */
export const addressesFrom = (secretName: string): ReadAddress => {
  const secrets = new SecretsProvider()
  return async (channel, { forceRefresh } = { forceRefresh: false }) => {
    const secret = await secrets.get(secretName, { maxAge, forceFetch: forceRefresh })
    const url = new Map(Object.entries(parsed(secretName, secret))).get(channel)
    return url === undefined ? null : { url, fingerprint: fingerprintOf(url) }
  }
}
