import { utc } from '../../attendance/moments.ts'
import { SecretShapeError } from '../../platform/secrets.ts'
import { readEvent } from '../../routing/event-message.ts'
import { matches, showOfRoute } from '../../routing/matching.ts'
import { redactEvent } from '../../routing/redact.ts'
import type { DeliveryRecord, Try } from '../../store/webhooks/delivery-record.ts'
import { payloadOf } from '../payload.ts'
import { testType } from '../receiving/queue-message.ts'
import { pauseAskedFor } from '../retry-schedule.ts'
import { selectionOf, type Webhook } from '../webhook-settings.ts'
import type { EndpointAnswer, Post } from '../wire/post.ts'
import { signedHeaders } from '../wire/signature.ts'
import type { ReadSigningKeys } from '../wire/signing-keys.ts'

/** What a try needs from outside. */
export type AttemptPorts = {
  keysOf: ReadSigningKeys
  post: Post
  /** Epoch milliseconds by the clock of the machine. */
  machineNow: () => number
  /** The zone of events that carry none of their own. */
  zone: string
}

/** What became of a try. */
export type AttemptOutcome =
  | { kind: 'delivered'; tried: Try }
  /** The endpoint says that it is no more. */
  | { kind: 'gone'; tried: Try }
  | { kind: 'failed'; tried: Try }
  /** It is asked for too much. @param pause for how long it is to be left alone, in milliseconds */
  | { kind: 'throttled'; tried: Try; pause: number }
  /** The endpoint may be shown nothing of it any more. */
  | { kind: 'withheld' }
  /** A later version of this code kept it, and only that can read it. */
  | { kind: 'unreadable' }

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is posted now: of an event no more than the endpoint may be shown by today's settings. */
const bodyOf = ({ type, event }: DeliveryRecord, webhook: Webhook, zone: string) => {
  if (event === null) return 'unreadable'
  if (type === testType) return { body: event }
  try {
    const message = readEvent(jsonOf(event))
    if (message?.kind !== 'event') return 'unreadable'
    const selection = selectionOf(webhook)
    if (!matches(selection, message.event, zone)) return 'withheld'
    const shown = redactEvent(message.event, showOfRoute(selection))
    return shown === null ? 'withheld' : { body: payloadOf(shown, webhook.payload) }
  } catch {
    return 'unreadable'
  }
}

const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

const outcomeOf = (answer: EndpointAnswer, at: number, milliseconds: number): AttemptOutcome => {
  const { status, retryAfter } = answer
  const reason = isSuccess(status) ? null : (answer.reason ?? `HTTP ${status}`)
  const tried = { at: utc(at), milliseconds, status, reason }
  if (reason === null) return { kind: 'delivered', tried }
  if (status === 410) return { kind: 'gone', tried }
  const isAskedTooMuch = status === 429 || (status === 503 && retryAfter !== null)
  return isAskedTooMuch
    ? { kind: 'throttled', tried, pause: pauseAskedFor(retryAfter) }
    : { kind: 'failed', tried }
}

/** Says that an event was posted, or might have been, before: somebody asked for it again. */
const replayed = { 'attendance-replayed': 'true' }

const headers = { 'content-type': 'application/json', 'user-agent': 'attendance-events' }

/** Tries once to deliver an event. Never throws because of the endpoint, its keys, or the event. */
export const attempt = async (
  delivery: DeliveryRecord,
  webhook: Webhook,
  { keysOf, post, machineNow, zone }: AttemptPorts,
): Promise<AttemptOutcome> => {
  const sendable = bodyOf(delivery, webhook, zone)
  if (typeof sendable === 'string') return { kind: sendable }
  const { body } = sendable
  const at = machineNow()
  const without = (reason: string): AttemptOutcome =>
    outcomeOf({ status: null, retryAfter: null, reason }, at, 0)
  const keys = await keysOf(webhook.name).catch((error) =>
    error instanceof SecretShapeError ? 'unusable' : 'unreadable',
  )
  if (keys === 'unusable') return without('signing key in the secret is not usable')
  if (keys === 'unreadable') return without('signing keys cannot be read')
  if (keys.length === 0) return without('no signing key in the secret')
  const signed = signedHeaders(delivery.id, at, body, keys)
  const answer = await post(
    webhook.url,
    { ...headers, ...signed, ...(delivery.replayed && replayed) },
    body,
    webhook.timeoutSeconds * 1_000,
  )
  return outcomeOf(answer, at, machineNow() - at)
}
