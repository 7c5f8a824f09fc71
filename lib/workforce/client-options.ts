import type { ReadCredentials } from './access-token.ts'
import type { ClientHooks, RetryPolicy } from './exchange.ts'
import type { Finding, WarningLog } from './findings.ts'
import type { Http, Timeouts } from './http.ts'
import { realTiming, type Timing } from './waiting.ts'

/** What a client of the Workforce API needs; times in milliseconds. */
export type WorkforceClientOptions = {
  /** The service's address: https, or http to loopback; may have a path of its own. */
  baseUrl: string
  /** The address of the service that issues tokens, likewise. */
  authUrl: string
  credentials: ReadCredentials
  /** Requests a second over all calls, those for tokens included; fractions allowed. */
  requestsPerSecond: number
  /** Requests that may go out at once after a lull; default a twentieth of a second's. */
  burst?: number
  /** Default: connect 5 s, headers 20 s, body 20 s. */
  timeouts?: Partial<Timeouts>
  /** Default 2 MB. */
  maxResponseBytes?: number
  /** Default: 4 attempts, 200 ms doubling up to 10 s. */
  retry?: Partial<RetryPolicy>
  hooks?: ClientHooks
  /** Called for everything unexpected in an answer, each time. */
  onUnexpected?: (finding: Finding) => void
  /** Called once with each distinct unexpected thing. */
  logger?: WarningLog
  timing?: Partial<Timing>
  /**
   * Sends the requests; default: HTTP/1.1 of this machine. One of one's own keeps to the deadline
   * and the signal of each call itself, has no use for `timeouts` and `maxResponseBytes`, and is
   * closed with the client.
   */
  http?: Http
}

const defaultRetryPolicy: RetryPolicy = { attempts: 4, baseDelay: 200, maxDelay: 10_000 }

const defaultTimeouts: Timeouts = { connect: 5_000, headers: 20_000, body: 20_000 }

/**
 * Two megabytes: a page of 100 clockings with long notes has well under one, and JSON that is
 * made to be large takes fifty times its bytes when it is read.
 */
const defaultMaxResponseBytes = 2 * 1024 * 1024

/**
 * Fills in what the options leave out.
 * @throws RangeError where `requestsPerSecond` or `burst` allows no request at all
 */
export const withDefaults = (options: WorkforceClientOptions) => {
  const { requestsPerSecond, burst = 1 } = options
  if (!(requestsPerSecond > 0 && Number.isFinite(requestsPerSecond)))
    throw new RangeError(`requestsPerSecond: ${requestsPerSecond} is not a number above 0`)
  if (!(Number.isInteger(burst) && burst >= 1))
    throw new RangeError(`burst: ${burst} is not a whole number of 1 or more`)
  return {
    ...options,
    hooks: options.hooks ?? {},
    maxResponseBytes: options.maxResponseBytes ?? defaultMaxResponseBytes,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    retry: { ...defaultRetryPolicy, ...options.retry },
    timing: { ...realTiming, ...options.timing },
  }
}
