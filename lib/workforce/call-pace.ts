import type { RequestName } from './errors.ts'
import type { ClientHooks } from './exchange.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
import type { Timing } from './waiting.ts'

/** How fast some calls may be sent, and when; moments in epoch milliseconds. */
export type CallPace = { requestsPerSecond: number; from: number; until: number }

/** What was sent at a pace, and what came of it. */
export type Spent = {
  /** Requests by operation, those that were sent again included. */
  requests: Partial<Record<RequestName, number>>
  /** How many were answered, and how long all of these took together, in milliseconds. */
  answers: number
  milliseconds: number
  /** Answers that asked to slow down while throttling was common. */
  throttled: number
}

export const nothingSpent = (): Spent => ({
  requests: {},
  answers: 0,
  milliseconds: 0,
  throttled: 0,
})

/** Turns at a pace: none before it begins, and none after it ends, however late a caller comes. */
export const limiterOf = (
  { requestsPerSecond, from, until }: CallPace,
  timing: Pick<Timing, 'now' | 'sleep'>,
  burst: number | undefined,
): RateLimiter => {
  const limiter = createRateLimiter(requestsPerSecond, timing, burst)
  limiter.pauseUntil(from)
  return {
    ...limiter,
    take: ({ deadline = until, ...call } = {}) =>
      limiter.take({ ...call, deadline: Math.min(deadline, until) }),
  }
}

/** Hooks that also note what is spent. */
export const noting = (spent: Spent, hooks: ClientHooks): ClientHooks => ({
  ...hooks,
  onRequest: (operation) => {
    spent.requests[operation] = (spent.requests[operation] ?? 0) + 1
    hooks.onRequest?.(operation)
  },
  onAnswer: (operation, milliseconds) => {
    spent.answers += 1
    spent.milliseconds += milliseconds
    hooks.onAnswer?.(operation, milliseconds)
  },
  onThrottle: (operation, isCommon) => {
    if (isCommon) spent.throttled += 1
    hooks.onThrottle?.(operation, isCommon)
  },
})
