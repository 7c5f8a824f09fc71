import { type FetchFunction, IncomingWebhook, IncomingWebhookHTTPError } from '@slack/webhook'
import { readRetryAfter } from '../../workforce/retry-after.ts'
import type { SlackMessage } from './render.ts'

/** What Slack made of a post. */
export type Posted =
  | { kind: 'sent' }
  | { kind: 'throttled'; retryAfter: number }
  | { kind: 'gone'; reason: string }
  | { kind: 'failed'; reason: string }

/** Posts a message to the URL of a webhook, once. Never throws. */
export type PostToSlack = (url: string, message: SlackMessage) => Promise<Posted>

/** What Slack says of a webhook that will never work again. */
const goneReasons = [
  'no_service',
  'no_service_id',
  'no_active_hooks',
  'no_team',
  'team_disabled',
  'invalid_token',
  'channel_not_found',
  'channel_is_archived',
  'action_prohibited',
  'posting_to_general_channel_denied',
]
const timeout = 10_000
/** Where a 429 names no time. */
const defaultWait = 30_000
/** Slack answers with a word; more than this is not read. */
const maxAnswer = 1_000

const firstBytes = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length >= maxAnswer) break
  }
  return text.slice(0, maxAnswer)
}

/** Fetch that reads no more of an answer than Slack has to say, and notes when to come back. */
const carefulFetch = (onRetryAfter: (header: string | undefined) => void): FetchFunction => {
  return async (url, init) => {
    const response = await fetch(url, init)
    onRetryAfter(response.headers.get('retry-after') ?? undefined)
    const text = () => firstBytes(response.body)
    return {
      ok: response.ok,
      status: response.status,
      statusText: response.statusText,
      url: response.url,
      headers: response.headers,
      arrayBuffer: async () => new TextEncoder().encode(await text()).buffer,
      json: async () => JSON.parse(await text()),
      text,
    }
  }
}

const refusal = (error: IncomingWebhookHTTPError, retryAfter: string | undefined): Posted => {
  const { statusCode, body } = error
  if (statusCode === 429)
    return { kind: 'throttled', retryAfter: readRetryAfter(retryAfter, Date.now()) ?? defaultWait }
  const word = goneReasons.find((reason) => body.trim() === reason)
  if (word !== undefined) return { kind: 'gone', reason: word }
  if (statusCode === 404 || statusCode === 410)
    return { kind: 'gone', reason: `HTTP ${statusCode}` }
  return { kind: 'failed', reason: `HTTP ${statusCode}` }
}

/**
 * Posts a message to an incoming webhook, once. Never throws, and never tells the URL, which
 * is a credential.
 */
export const postToSlack: PostToSlack = async (url, message) => {
  let retryAfter: string | undefined
  const fetch = carefulFetch((header) => {
    retryAfter = header
  })
  try {
    const webhook = new IncomingWebhook(url, { fetch, timeout })
    await webhook.send({ ...message, unfurl_links: false, unfurl_media: false })
    return { kind: 'sent' }
  } catch (error) {
    if (error instanceof IncomingWebhookHTTPError) return refusal(error, retryAfter)
    return { kind: 'failed', reason: 'no answer' }
  }
}
