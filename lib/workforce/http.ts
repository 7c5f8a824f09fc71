import { Agent, type Dispatcher } from 'undici'
import packageJson from '../../package.json' with { type: 'json' }
import {
  DeadlineError,
  MalformedAnswerError,
  type RequestName,
  TransportError,
  type TransportReason,
} from './errors.ts'
import type { CallOptions } from './waiting.ts'

/** Time-outs of one attempt, in milliseconds. */
export type Timeouts = {
  /** To a connection, TLS included. */
  connect: number
  /** From the request to the answer's headers. */
  headers: number
  /** From the headers to the end of the body. */
  body: number
}

export type HttpRequest = {
  url: URL
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string
}

/** What came back; `body` is null where an error answer broke off. */
export type Answer = { status: number; retryAfter: string | undefined; body: Uint8Array | null }

export type Http = {
  /**
   * Sends a request once, follows no redirect, and reads the answer whole.
   * @throws TransportError, MalformedAnswerError (`truncated`, `too-large`), DeadlineError, or
   * the reason of the call's signal
   */
  send: (operation: RequestName, request: HttpRequest, call: CallOptions) => Promise<Answer>
  /** Drops every connection. */
  close: () => Promise<void>
}

const reasons: Record<string, TransportReason> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'headers-timeout',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  UND_ERR_SOCKET: 'connection-lost',
  ENOTFOUND: 'name-not-resolved',
  EAI_AGAIN: 'name-not-resolved',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const transportReason = (error: unknown): TransportReason => {
  const code = codeOf(error)
  return reasons[code] ?? (/CERT|TLS|SSL|SIGNATURE/.test(code) ? 'certificate' : 'network')
}

const bodyError = (operation: RequestName, status: number, error: unknown): Error => {
  return codeOf(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
    ? new MalformedAnswerError(operation, status, 'too-large', 'more bytes than allowed')
    : new MalformedAnswerError(operation, status, 'truncated', 'the connection ended within it')
}

/** A signal that is aborted when an attempt must end, with the error to throw. */
const attemptEnd = (operation: RequestName, { deadline, signal }: CallOptions, now: number) => {
  const end = new AbortController()
  const late = (): void => end.abort(new DeadlineError(operation))
  const aborted = (): void => end.abort(signal?.reason)
  if (signal?.aborted) aborted()
  signal?.addEventListener('abort', aborted, { once: true })
  const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - now
  if (left <= 0) late()
  // Node's timers fire at once when asked for longer than 2³¹ − 1 ms.
  const timers = left < 2 ** 31 ? [setTimeout(late, left)] : []
  return {
    signal: end.signal,
    /** Ends the attempt unless the body is there in time. */
    limitBody: (milliseconds: number): void => {
      const tooSlow = (): void => end.abort(new TransportError(operation, 'body-timeout'))
      timers.push(setTimeout(tooSlow, milliseconds))
    },
    clear: (): void => {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
    },
  }
}

/**
 * HTTP with connections that are kept and used again.
 * @param timeouts of each attempt
 * @param maxResponseBytes an answer is given up on as soon as it exceeds this
 * @param now epoch milliseconds, to tell how far a deadline is
 */
export const createHttp = (
  timeouts: Timeouts,
  maxResponseBytes: number,
  now: () => number,
): Http => {
  const agent = new Agent({
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.headers,
    // The body has a time-out as a whole: pieces may come for ever.
    bodyTimeout: 0,
    maxResponseSize: maxResponseBytes,
  })

  const request = async (
    operation: RequestName,
    { url, method, headers, body }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> => {
    try {
      return await agent.request({
        origin: url.origin,
        path: url.pathname,
        method,
        headers: {
          ...headers,
          'user-agent': `${packageJson.name}/${packageJson.version}`,
          'accept-encoding': 'identity',
        },
        body,
        signal,
      })
    } catch (error) {
      signal.throwIfAborted()
      throw new TransportError(operation, transportReason(error))
    }
  }

  return {
    send: async (operation, httpRequest, call) => {
      const end = attemptEnd(operation, call, now())
      try {
        const answer = await request(operation, httpRequest, end.signal)
        end.limitBody(timeouts.body)
        const retryAfter = answer.headers['retry-after']
        const status = answer.statusCode
        const body = await answer.body.bytes().catch((error: unknown) => {
          end.signal.throwIfAborted()
          // The status of an error answer says more than the end of its body.
          if (status >= 400) return null
          throw bodyError(operation, status, error)
        })
        return { status, retryAfter: [retryAfter].flat()[0], body }
      } finally {
        end.clear()
      }
    },
    close: () => agent.destroy(),
  }
}
