import type { Post } from '../../../../lib/webhooks/wire/post.ts'
import type { EpochMs } from '../../oracle/moments.ts'
import { type Process, ServiceError } from '../process.ts'
import type { EndpointRequest, ObservedWebhooks } from './observed-webhooks.ts'
import type { Receiver } from './receivers.ts'

const unheard = (reason: string) => ({ status: null, retryAfter: null, reason })

/** Posts to a receiver as a process does, and notes what became of each request. */
export const postingTo = (
  endpoint: string,
  receiver: Receiver,
  process: Process,
  { requests }: ObservedWebhooks,
  now: () => EpochMs,
): Post => {
  const exchange = async (request: EndpointRequest, timeout: number): ReturnType<Post> => {
    const { id, headers, body } = request
    const reply = await process.effect('endpoint', `post to ${endpoint}`, () => {
      request.arrivedAt ??= now()
      request.isGenuine = receiver.isGenuine(headers, body)
      const given = receiver.replyTo(id)
      if (given.isKept && request.isGenuine) request.isKept = true
      return request.isGenuine ? given : { ...given, status: 400, isKept: false }
    })
    if (reply.wait > 0) await process.sleep(Math.min(reply.wait, timeout))
    if (reply.wait >= timeout) return unheard('no answer in time')
    const { status, retryAfter } = reply
    return status === null ? unheard('connection refused') : { status, retryAfter, reason: null }
  }

  return async (_url, headers, body, timeout) => {
    const request: EndpointRequest = {
      endpoint,
      id: headers['webhook-id'] ?? '',
      process: process.name,
      sentAt: now(),
      arrivedAt: null,
      isKept: false,
      headers,
      body,
      isGenuine: true,
      heard: null,
    }
    requests.push(request)
    const answer = await exchange(request, timeout).catch((error: unknown) => {
      if (error instanceof ServiceError) return unheard('no answer in time')
      throw error
    })
    const { status, retryAfter } = answer
    request.heard = { at: now(), status, retryAfter }
    return answer
  }
}
