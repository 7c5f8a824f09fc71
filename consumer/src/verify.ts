import { Webhook } from 'standardwebhooks'
import type { Delivery } from './payloads.ts'
import { readDelivery } from './read.ts'

/**
 * Why a request is not trusted. `key`: a key of ours cannot be used, which is no fault of the sender.
 * `headers`: one of Standard Webhooks is missing. `signature`: it is not of these bytes with one of the keys, or
 * was made more than five minutes ago, or ahead of our clock. `body`: what was signed is no event.
 */
export type WebhookErrorReason = 'key' | 'headers' | 'signature' | 'body'

/** A request that is not to be trusted. Its message repeats nothing of keys, headers or body. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The headers of a request: as `fetch` has them, or by name, in whichever case. */
export type RequestHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const isFetched = (headers: RequestHeaders): headers is { get: (name: string) => string | null } =>
  typeof headers['get'] === 'function'

const headerOf = (headers: RequestHeaders, name: string): string => {
  const values = isFetched(headers)
    ? [headers.get(name)]
    : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []))
  const [value] = values
  if (typeof value === 'string' && value !== '' && values.length === 1) return value
  throw new WebhookError('headers', `The request must have the header ${name}, once`)
}

/** The text that was signed: not even a mark of byte order may be lost. */
const textOf = (body: string | Uint8Array): string => {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new WebhookError('body', 'The body is not UTF-8')
  }
}

/** `whsec_` and 24 to 64 bytes in Base64: one that is shorter, as of a variable that was not set, could be guessed. */
const keyPattern = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const signerOf = (key: string): Webhook => {
  try {
    if (keyPattern.test(key)) return new Webhook(key)
  } catch {
    // So many characters are no whole bytes.
  }
  throw new WebhookError('key', 'A signing key must be whsec_ and 24 to 64 bytes in Base64')
}

/** What is wrong with the signature by one key; null where nothing is. */
const refusal = (signer: Webhook, text: string, headers: Record<string, string>): string | null => {
  try {
    signer.verify(text, headers, { jsonParse: false })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'No matching signature found'
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Checks a webhook, then reads it: nothing of the body is looked at before its signature is right.
 * @param body as it came, not read and written anew
 * @param keys `whsec_…`, or two of them while they change; either may be the one that signed
 * @throws {WebhookError} with the `reason`
 */
export const verify = (
  body: string | Uint8Array,
  headers: RequestHeaders,
  keys: string | readonly string[],
): Delivery => {
  const signers = [keys].flat().map(signerOf)
  if (signers.length === 0) throw new WebhookError('key', 'There is no signing key')
  const signed = Object.fromEntries(names.map((name) => [name, headerOf(headers, name)]))
  const text = textOf(body)
  const refusals = signers.map((signer) => refusal(signer, text, signed))
  const [first] = refusals
  if (typeof first === 'string' && !refusals.includes(null))
    throw new WebhookError('signature', first)
  const delivery = readDelivery(parsed(text))
  if (delivery === null) throw new WebhookError('body', 'What was signed is no event')
  return delivery
}
