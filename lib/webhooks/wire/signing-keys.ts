import * as z from 'zod'
import { SecretShapeError, secretReader } from '../../platform/secrets.ts'
import { isSigningKey } from './signature.ts'

/** Reads the signing keys of an endpoint, the newest first; none where the secret has none. */
export type ReadSigningKeys = (webhook: string) => Promise<readonly string[]>

const Key = z.string().refine(isSigningKey)
const Keys = z.union([Key.transform((key) => [key]), z.array(Key).min(1).max(2)])
const Secret = z.record(z.string(), z.unknown())

/**
 * Reads signing keys from Secrets Manager, at most every five minutes, so that a changed key takes
 * effect without a deploy. What is unusable costs its own endpoint only.
 * @param secretName name or ARN; JSON `{"<endpoint>": "whsec_…" or ["whsec_…", "whsec_…"]}`
 * @throws {SecretShapeError} from the returned function, where the secret or the keys are not usable
 */
export const signingKeysFrom = (secretName: string): ReadSigningKeys => {
  const read = secretReader(secretName, Secret, '{"<endpoint>": "whsec_…"}')
  return async (webhook) => {
    const found = new Map(Object.entries(await read())).get(webhook)
    if (found === undefined) return []
    const keys = Keys.safeParse(found)
    if (keys.success) return keys.data
    throw new SecretShapeError(
      `Secret ${secretName}: the keys of ${webhook} must be "whsec_…" of 24 to 64 bytes, or two such`,
    )
  }
}
