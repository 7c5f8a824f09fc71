import type * as z from 'zod'
import { Problem } from './contract/problem.ts'
import {
  DeadlineError,
  MalformedAnswerError,
  type MalformedReason,
  ProblemError,
  type RequestName,
  ServerError,
  ThrottledError,
  TransportError,
  type WorkforceError,
} from './errors.ts'
import type { Answer, Http, HttpRequest } from './http.ts'
import { createThrottling, type RateLimiter, type Subject } from './rate-limiter.ts'
import { readRetryAfter } from './retry-after.ts'
import type { CallOptions, Timing } from './waiting.ts'

/** Called as things happen, for metrics; must not throw. */
export type ClientHooks = {
  /** A request is sent: once for each attempt, those for a token included. */
  onRequest?: (operation: RequestName) => void
  /** A request was answered, after so many milliseconds, whatever the answer. */
  onAnswer?: (operation: RequestName, milliseconds: number) => void
  /** The API answered 429, or 503 with `Retry-After`; and whether throttling is common. */
  onThrottle?: (operation: RequestName, isCommon: boolean) => void
  /** A call failed for good; `kind` is that of its error. */
  onError?: (operation: RequestName, kind: string) => void
}

/** How failed attempts are repeated; times in milliseconds. */
export type RetryPolicy = { attempts: number; baseDelay: number; maxDelay: number }

export type Exchange = {
  /** Sends one request in its turn. 429 and 5xx are thrown as their errors. */
  send: (
    operation: RequestName,
    subject: Subject,
    request: HttpRequest,
    call: CallOptions,
  ) => Promise<Answer>
  /**
   * Repeats an attempt that failed in a way that may pass. `Retry-After` is the least wait.
   * An error of another operation, such as the token's, was retried where it arose.
   * @throws the last attempt's error, when attempts or time have run out
   */
  retried: <T>(operation: RequestName, attempt: () => Promise<T>, call: CallOptions) => Promise<T>
}

/** The error of a status that may pass, 429 or 5xx, or null for any other. */
const failureOf = (
  operation: RequestName,
  { status, retryAfter }: Answer,
  now: number,
): ThrottledError | ServerError | null => {
  if (status !== 429 && status < 500) return null
  const wait = readRetryAfter(retryAfter, now)
  return status === 429 || (status === 503 && wait !== null)
    ? new ThrottledError(operation, status, wait)
    : new ServerError(operation, status)
}

const mayPass = (error: unknown): error is WorkforceError =>
  error instanceof TransportError ||
  error instanceof ServerError ||
  error instanceof ThrottledError ||
  (error instanceof MalformedAnswerError && error.reason === 'truncated')

/**
 * Whether an attempt is worth another at once. Of one person who takes so long that time was up it is not: the next poll asks
 * again, and meanwhile others are asked in their place.
 */
const isRepeated = (error: WorkforceError): boolean =>
  !(
    error instanceof TransportError &&
    (error.reason === 'headers-timeout' || error.reason === 'body-timeout') &&
    (error.operation === 'clockings' || error.operation === 'absences')
  )

/** Full jitter: anything from nothing to the doubled delay, so that callers spread out. */
const backoff = (failures: number, policy: RetryPolicy, random: () => number): number =>
  random() * Math.min(policy.maxDelay, policy.baseDelay * 2 ** (failures - 1))

/**
 * Joins HTTP with the rate limiter: one attempt, in its turn, and others after it. `Retry-After`
 * holds back the call that got it, and all calls only while throttling is common.
 */
export const createExchange = (
  http: Http,
  limiter: RateLimiter,
  hooks: ClientHooks,
  policy: RetryPolicy,
  timing: Timing,
): Exchange => {
  const throttling = createThrottling()
  let throttledBy = 429

  const pause = (error: ThrottledError): void => {
    throttledBy = error.status
    limiter.pauseUntil(timing.now() + (error.retryAfter ?? 0))
  }

  return {
    send: async (operation, subject, request, call) => {
      const turn = await limiter.take(call)
      if (!turn.granted)
        throw turn.pausedForMilliseconds === null
          ? new DeadlineError(operation)
          : new ThrottledError(operation, throttledBy, turn.pausedForMilliseconds, false)
      hooks.onRequest?.(operation)
      const sentAt = timing.now()
      const answer = await http.send(operation, request, call)
      hooks.onAnswer?.(operation, Math.max(0, timing.now() - sentAt))
      const error = failureOf(operation, answer, timing.now())
      const isThrottled = error instanceof ThrottledError
      const isTelling = call.isTelling ?? true
      const isCommon = isTelling && throttling.note({ subject, isThrottled })
      if (isThrottled) {
        if (isCommon) pause(error)
        hooks.onThrottle?.(operation, isCommon)
      }
      if (error) throw error
      return answer
    },

    retried: async (operation, attempt, { deadline = Number.POSITIVE_INFINITY, signal }) => {
      for (let failures = 1; ; failures += 1) {
        try {
          return await attempt()
        } catch (error) {
          if (!mayPass(error) || error.operation !== operation || failures >= policy.attempts)
            throw error
          if (!isRepeated(error)) throw error
          const asked = error instanceof ThrottledError ? (error.retryAfter ?? 0) : 0
          const wait = Math.max(asked, backoff(failures, policy, timing.random))
          if (timing.now() + wait > deadline) throw error
          await timing.sleep(wait, signal).catch((aborted: unknown) => {
            signal?.throwIfAborted()
            throw aborted
          })
        }
      }
    },
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A page of a hundred records has some thousands; read, each takes up to fifty times its bytes. */
const mostValues = 100_000

/** `,`, `[` or `{`, one of which stands before every value. */
const isBeforeValue = (byte: number): boolean => byte === 0x2c || byte === 0x5b || byte === 0x7b

/** Whether JSON has more values than any answer: it would fill the memory when it is read. */
const hasTooManyValues = (body: Uint8Array): boolean => {
  if (body.byteLength <= mostValues) return false
  let values = 0
  for (const byte of body) if (isBeforeValue(byte)) values += 1
  return values > mostValues
}

/** The JSON of a body, or undefined where it holds none. */
export const jsonOf = (body: Uint8Array | null): unknown => {
  try {
    return JSON.parse(utf8.decode(body ?? undefined))
  } catch {
    return undefined
  }
}

const notJson = (body: Uint8Array | null): [MalformedReason, string] => {
  const text = new TextDecoder().decode(body ?? undefined).trim()
  if (text.startsWith('<')) return ['html', 'a page instead of JSON']
  return text === '' || (/^[{[]/.test(text) && !/[}\]]$/.test(text))
    ? ['truncated', 'the JSON ends too early']
    : ['not-json', 'not JSON in UTF-8']
}

/**
 * Reads the JSON of an answer with status 200.
 * @throws ProblemError for a status of 4xx (spec section 7)
 * @throws MalformedAnswerError for any other status, and where the body is no JSON, has too many
 * values, or is not of the schema's shape
 */
export const readAnswer = <T>(operation: RequestName, answer: Answer, schema: z.ZodType<T>): T => {
  const { status, body } = answer
  if (status >= 400)
    throw new ProblemError(operation, status, Problem.safeParse(jsonOf(body)).data ?? null)
  if (status !== 200) {
    const detail = status >= 300 ? 'redirects are not followed' : 'only 200 is expected'
    throw new MalformedAnswerError(operation, status, 'unexpected-status', detail)
  }
  if (body !== null && hasTooManyValues(body))
    throw new MalformedAnswerError(operation, status, 'too-large', 'more values than allowed')
  const value = jsonOf(body)
  if (value === undefined) throw new MalformedAnswerError(operation, status, ...notJson(body))
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const where = read.error.issues.map((issue) => issue.path.join('.') || 'the body').join(', ')
  throw new MalformedAnswerError(operation, status, 'wrong-shape', `unexpected ${where}`)
}
