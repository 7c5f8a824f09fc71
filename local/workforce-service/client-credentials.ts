import { createHash, timingSafeEqual } from 'node:crypto'

/** What a client application identifies itself with (spec section 5.2). */
export type ClientCredentials = { clientId: string; clientSecret: string }

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The credentials of the one client application, the same for the same seed, so that a
 * client keeps working when the service is restarted.
 */
export const credentialsOf = (seed: number): ClientCredentials => ({
  clientId: `workforce-client-${digest(`client-id/${seed}`).toString('hex').slice(0, 12)}`,
  clientSecret: digest(`client-secret/${seed}`).toString('base64url'),
})

/** Whether both credentials are the same; takes as long whichever character differs. */
export const sameCredentials = (a: ClientCredentials, b: ClientCredentials): boolean => {
  const idsAgree = timingSafeEqual(digest(a.clientId), digest(b.clientId))
  const secretsAgree = timingSafeEqual(digest(a.clientSecret), digest(b.clientSecret))
  return idsAgree && secretsAgree
}
