import * as z from 'zod'
import type { ReadCredentials } from '../workforce/access-token.ts'
import { secretReader } from './secrets.ts'

const CredentialsSecret = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
})

/**
 * Reads the Workforce API credentials from Secrets Manager.
 * @param secretName name or ARN
 * @throws {SecretShapeError} from the returned function, where the secret is not usable
 */
export const credentialsFrom = (secretName: string): ReadCredentials =>
  secretReader(secretName, CredentialsSecret, '{"clientId": "…", "clientSecret": "…"}')
