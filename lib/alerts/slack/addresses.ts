import { createHash } from 'node:crypto'
import * as z from 'zod'
import { SecretShapeError, secretReader } from '../../platform/secrets.ts'
import { isLoopback } from '../../workforce/urls.ts'

/** A webhook URL, which is a credential, and a word to know it by. */
export type SlackAddress = { url: string; fingerprint: string }

/** Reads the address of a channel; null where the secret has none. */
export type ReadAddress = (
  channel: string,
  options?: { forceRefresh: boolean },
) => Promise<SlackAddress | null>

/** Whether messages can be posted to an address: https, or http to this machine. */
export const isWebhook = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const Addresses = z
  .record(z.string(), z.unknown())
  .transform((addresses) => new Map(Object.entries(addresses)))
const Address = z.string().refine(isWebhook)

/** Distinguishes one URL from another, and says nothing about it. */
const fingerprintOf = (url: string): string =>
  createHash('sha256').update(url).digest('hex').slice(0, 16)

/**
 * Reads webhook URLs from Secrets Manager. One that is unusable costs its own channel only.
 * @param secretName name or ARN
 * @throws {SecretShapeError} from the returned function, where the secret is not usable
 */
export const addressesFrom = (secretName: string): ReadAddress => {
  const wanted = '{"<channel>": "https://hooks.slack.com/…"}'
  const read = secretReader(secretName, Addresses, wanted)
  return async (channel, options) => {
    const url = (await read(options)).get(channel)
    if (url === undefined) return null
    const address = Address.safeParse(url)
    if (address.success) return { url: address.data, fingerprint: fingerprintOf(address.data) }
    throw new SecretShapeError(`Secret ${secretName}, ${channel}: must be an https URL`)
  }
}
