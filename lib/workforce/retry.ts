import {
  MalformedAnswerError,
  type RequestName,
  ServerError,
  ThrottledError,
  TransportError,
  type WorkforceError,
} from './errors.ts'
import type { CallOptions, Timing } from './waiting.ts'

/** How failed attempts are repeated; times in milliseconds. */
export type RetryPolicy = { attempts: number; baseDelay: number; maxDelay: number }

export const defaultRetryPolicy: RetryPolicy = { attempts: 4, baseDelay: 200, maxDelay: 10_000 }

const mayPass = (error: unknown): error is WorkforceError =>
  error instanceof TransportError ||
  error instanceof ServerError ||
  error instanceof ThrottledError ||
  (error instanceof MalformedAnswerError && error.reason === 'truncated')

/** Full jitter: anything from nothing to the doubled delay, so that callers spread out. */
const backoff = (failures: number, policy: RetryPolicy, random: () => number): number =>
  random() * Math.min(policy.maxDelay, policy.baseDelay * 2 ** (failures - 1))

/**
 * Repeats an attempt that failed in a way that may pass. `Retry-After` is the least wait.
 * An error of another operation, such as the token's, was retried where it arose.
 * @throws the last attempt's error, when attempts or time have run out
 */
export const withRetries = async <T>(
  operation: RequestName,
  attempt: () => Promise<T>,
  { deadline = Number.POSITIVE_INFINITY, signal }: CallOptions,
  policy: RetryPolicy,
  timing: Timing,
): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error) || error.operation !== operation || failures >= policy.attempts)
        throw error
      const asked = error instanceof ThrottledError ? (error.retryAfter ?? 0) : 0
      const wait = Math.max(asked, backoff(failures, policy, timing.random))
      if (timing.now() + wait > deadline) throw error
      await timing.sleep(wait, signal).catch((aborted: unknown) => {
        signal?.throwIfAborted()
        throw aborted
      })
    }
  }
}
