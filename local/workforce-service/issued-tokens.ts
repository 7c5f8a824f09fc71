import { randomBytes } from 'node:crypto'
import { limits } from '../../lib/workforce/contract/limits.ts'
import type { TokenResponse } from '../../lib/workforce/contract/token.ts'
import type { SettableClock } from '../clock.ts'

/** The bearer tokens that have been issued; they live on the service's clock (spec section 5). */
export type IssuedTokens = {
  issue(): TokenResponse
  isValid(token: string): boolean
  /** Forgets every token, as if all had expired. */
  expireAll(): void
}

/** Keeps access tokens in memory, each for its lifetime. */
export const createIssuedTokens = (clock: SettableClock): IssuedTokens => {
  const expiryByToken = new Map<string, number>()
  const isValid = (token: string) => (expiryByToken.get(token) ?? 0) > clock.now()
  return {
    issue() {
      for (const token of expiryByToken.keys()) if (!isValid(token)) expiryByToken.delete(token)
      const token = randomBytes(32).toString('base64url')
      expiryByToken.set(token, clock.now() + limits.tokenLifetimeSeconds * 1000)
      return {
        access_token: token,
        token_type: 'Bearer',
        expires_in: limits.tokenLifetimeSeconds,
      }
    },
    isValid,
    expireAll: () => expiryByToken.clear(),
  }
}
