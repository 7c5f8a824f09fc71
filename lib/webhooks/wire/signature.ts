import { Webhook as Signing } from 'standardwebhooks'

/** Whether a text can be used as a signing key: `whsec_` and 24 to 64 bytes in Base64. */
export const isSigningKey = (text: string): boolean => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const { length } = Buffer.from(base64, 'base64')
  return length >= 24 && length <= 64
}

/**
 * The headers of Standard Webhooks for the very bytes that are sent.
 * @param id the same at every try
 * @param moment of this try, epoch milliseconds
 * @param keys one, or two while receivers change over: then it is signed with both
 * @throws where there is none
 */
export const signedHeaders = (
  id: string,
  moment: number,
  body: string,
  keys: readonly string[],
): Record<string, string> => {
  if (keys.length === 0) throw new Error('There is no signing key')
  const at = new Date(moment)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(moment / 1_000)),
    'webhook-signature': keys.map((key) => new Signing(key).sign(id, at, body)).join(' '),
  }
}
