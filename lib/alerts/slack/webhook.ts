import { type FetchFunction, IncomingWebhook, IncomingWebhookHTTPError } from '@slack/webhook'
import { readRetryAfter } from '../../workforce/retry-after.ts'
import type { SlackMessage } from './render.ts'

/** What Slack made of a post. */
export type Posted =
  | { kind: 'sent' }
  | { kind: 'throttled'; retryAfter: number }
  | { kind: 'gone'; reason: string }
  /** It does not like this message; another it may take. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string }

/**
 * Posts a message to the URL of a webhook, once. Never throws.
 * @param timeout from the request to the end of the answer, in milliseconds
 */
export type PostToSlack = (url: string, message: SlackMessage, timeout?: number) => Promise<Posted>

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
/** In milliseconds, where none is asked for. */
const defaultTimeout = 10_000
/** Where a 429 names no time that can be read. */
const defaultWait = 30_000
/**
 * Slack asks for seconds. A header that asks for more than the most is believed so far only, lest
 * it silence a channel for a day; one of nothing is no reason to ask again at once.
 */
const waits = { least: 1_000, most: 15 * 60_000 }
/** Slack answers with a word; more than this is not read. */
const maxAnswer = 1_000

/** The beginning of an answer, as far as it came: its status says what became of the post. */
const firstBytes = async (body: ReadableStream<Uint8Array> | null): Promise<string> => {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length >= maxAnswer) break
    }
  } catch {
    // Broken off, or too slow.
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

const waitFor = (retryAfter: string | undefined): number => {
  const asked = readRetryAfter(retryAfter, Date.now()) ?? defaultWait
  return Math.min(Math.max(asked, waits.least), waits.most)
}

/** What Slack answers where the message itself is at fault. */
const messageRefused = [400, 413, 422]

/** The status, and Slack's own word for what is wrong, where it is one: `HTTP 400 invalid_blocks`. */
const reasonOf = (statusCode: number, body: string): string => {
  const [word] = /^[a-z_]{1,60}$/.exec(body.trim()) ?? []
  return word === undefined ? `HTTP ${statusCode}` : `HTTP ${statusCode} ${word}`
}

const refusal = (error: IncomingWebhookHTTPError, retryAfter: string | undefined): Posted => {
  const { statusCode, body } = error
  if (statusCode === 429) return { kind: 'throttled', retryAfter: waitFor(retryAfter) }
  const word = goneReasons.find((reason) => body.trim() === reason)
  if (word !== undefined) return { kind: 'gone', reason: word }
  if (statusCode === 404 || statusCode === 410)
    return { kind: 'gone', reason: `HTTP ${statusCode}` }
  const kind = messageRefused.includes(statusCode) ? 'refused' : 'failed'
  return { kind, reason: reasonOf(statusCode, body) }
}

/**
 * Posts a message to an incoming webhook, once. Never throws, and never reveals the URL, which
 * is a credential.
 */
export const postToSlack = async (
  url: string,
  message: SlackMessage,
  timeout = defaultTimeout,
): Promise<Posted> => {
  let retryAfter: string | undefined
  const fetch = carefulFetch((header) => {
    retryAfter = header
  })
  try {
    const webhook = new IncomingWebhook(url, { fetch, timeout })
    // Its type does not know the last one, which keeps Slack from reading markup into the text.
    const post = { ...message, unfurl_links: false, unfurl_media: false, mrkdwn: false }
    await webhook.send(post)
    return { kind: 'sent' }
  } catch (error) {
    if (error instanceof IncomingWebhookHTTPError) return refusal(error, retryAfter)
    return { kind: 'failed', reason: 'no answer' }
  }
}
