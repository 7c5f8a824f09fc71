import { failureOf } from './answers.ts'
import { DeadlineError, type RequestName, ThrottledError } from './errors.ts'
import type { Answer, Http, HttpRequest } from './http.ts'
import { createThrottling, type RateLimiter, type Subject } from './rate-limiter.ts'
import type { CallOptions, Timing } from './waiting.ts'

/** Called as things happen, for metrics; must not throw. */
export type ClientHooks = {
  /** A request is sent: once for each attempt, those for a token included. */
  onRequest?: (operation: RequestName) => void
  /** The API answered 429, or 503 with `Retry-After`. */
  onThrottle?: (operation: RequestName) => void
  /** A call failed for good; `kind` is that of its error. */
  onError?: (operation: RequestName, kind: string) => void
}

/** Sends one request in its turn. 429 and 5xx are thrown as their errors. */
export type Exchange = (
  operation: RequestName,
  subject: Subject,
  request: HttpRequest,
  call: CallOptions,
) => Promise<Answer>

/**
 * Joins HTTP with the rate limiter: one attempt, in its turn. `Retry-After` holds back the call
 * that got it, and all calls only while throttling is common.
 */
export const createExchange = (
  http: Http,
  limiter: RateLimiter,
  hooks: ClientHooks,
  timing: Pick<Timing, 'now'>,
): Exchange => {
  const throttling = createThrottling()
  let throttledBy = 429

  const pause = (error: ThrottledError): void => {
    throttledBy = error.status
    limiter.pauseUntil(timing.now() + (error.retryAfter ?? 0))
  }

  return async (operation, subject, request, call) => {
    const turn = await limiter.take(call)
    if (!turn.granted)
      throw turn.pausedForMilliseconds === null
        ? new DeadlineError(operation)
        : new ThrottledError(operation, throttledBy, turn.pausedForMilliseconds)
    hooks.onRequest?.(operation)
    const answer = await http.send(operation, request, call)
    const error = failureOf(operation, answer, timing.now())
    const isThrottled = error instanceof ThrottledError
    const isCommon = throttling.note({ subject, isThrottled })
    if (isThrottled) {
      if (isCommon) pause(error)
      hooks.onThrottle?.(operation)
    }
    if (error) throw error
    return answer
  }
}
