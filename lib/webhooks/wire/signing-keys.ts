import * as z from 'zod'
import { SecretShapeError, secretReader } from '../../platform/secrets.ts'
import { isSigningKey } from './signature.ts'

/** Reads the signing keys of an endpoint, the newest first; none where the secret has none. */
export type ReadSigningKeys = (webhook: string) => Promise<readonly string[]>

/** So many keys an endpoint has at most: an old and a new one. */
const mostKeys = 2

const isKey = (found: unknown): found is string => typeof found === 'string' && isSigningKey(found)

const Secret = z.record(z.string(), z.unknown())

/**
 * Reads signing keys from Secrets Manager, at most every five minutes, so that a changed key takes
 * effect without a deploy. What is unusable costs its own endpoint only, and one of two keys that is
 * leaves the other.
 * @param secretName name or ARN; JSON `{"<endpoint>": "whsec_…" or ["whsec_…", "whsec_…"]}`
 * @param onUnusable told once of an endpoint of which one of two keys is not usable, until both are
 * @throws {SecretShapeError} from the returned function, where the secret, or all keys, are not usable
 */
export const signingKeysFrom = (
  secretName: string,
  onUnusable: (webhook: string) => void,
): ReadSigningKeys => {
  const read = secretReader(secretName, Secret, '{"<endpoint>": "whsec_…"}')
  const reported = new Set<string>()
  return async (webhook) => {
    const found = new Map(Object.entries(await read())).get(webhook)
    if (found === undefined) return []
    const all: unknown[] = Array.isArray(found) ? found : [found]
    const usable = all.length > mostKeys ? [] : all.filter(isKey)
    const isOneUnusable = usable.length > 0 && usable.length < all.length
    if (isOneUnusable && !reported.has(webhook)) onUnusable(webhook)
    if (isOneUnusable) reported.add(webhook)
    else reported.delete(webhook)
    if (usable.length > 0) return usable
    throw new SecretShapeError(
      `Secret ${secretName}: the keys of ${webhook} must be "whsec_…" of 24 to 64 bytes, or two such`,
    )
  }
}
