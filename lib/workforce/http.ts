import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import packageJson from '../../package.json' with { type: 'json' }
import { type AttemptEnd, attemptEnd } from './attempt-end.ts'
import {
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
  ETIMEDOUT: 'connect-timeout',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ENOTFOUND: 'name-not-resolved',
  EAI_AGAIN: 'name-not-resolved',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const transportReason = (error: unknown): TransportReason => {
  const code = codeOf(error)
  return reasons[code] ?? (/CERT|TLS|SSL|SIGNATURE/.test(code) ? 'certificate' : 'network')
}

/** Calls back once the request's connection stands, at once where it is one used before. */
const onceConnected = (request: http.ClientRequest, callBack: () => void): void => {
  request.once('socket', (socket: Socket | TLSSocket) => {
    if (!socket.connecting) callBack()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', callBack)
  })
}

const userAgent = `${packageJson.name}/${packageJson.version}`

/** Sends a request and waits for the headers of its answer. */
const answerTo = (
  { url, method, headers, body }: HttpRequest,
  agents: Agents,
  timeouts: Timeouts,
  end: AttemptEnd,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request, agent } = agents[url.protocol === 'https:' ? 'https' : 'http']
    const sent = request(url, {
      method,
      agent,
      signal: end.signal,
      headers: { ...headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
    })
    end.limitStage('connect-timeout', timeouts.connect)
    onceConnected(sent, () => end.limitStage('headers-timeout', timeouts.headers))
    // An answer that switches protocols closes the request, and is neither answer nor error.
    const closed = (): void => reject(new Error('closed without an answer'))
    sent.once('response', resolve).on('error', reject).once('close', closed).end(body)
  })

/** Reads an answer whole, unless it has more bytes than allowed. */
const bodyOf = async (
  operation: RequestName,
  answer: http.IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array> => {
  const status = answer.statusCode ?? 0
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new MalformedAnswerError(operation, status, 'too-large', 'more bytes than allowed')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** More of an error answer is not read: a problem document is a few lines. */
const maxErrorBytes = 64 * 1024

/** A connection that was idle for so long is dropped; services close theirs after 5 s or more. */
const idleMilliseconds = 4_000

const connections = () => {
  const kept = { keepAlive: true, timeout: idleMilliseconds }
  return {
    http: { request: http.request, agent: new http.Agent(kept) },
    https: { request: https.request, agent: new https.Agent(kept) },
  }
}
type Agents = ReturnType<typeof connections>

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
  const agents = connections()

  const answered = async (operation: RequestName, request: HttpRequest, end: AttemptEnd) => {
    end.signal.throwIfAborted()
    try {
      return await answerTo(request, agents, timeouts, end)
    } catch (error) {
      end.signal.throwIfAborted()
      throw new TransportError(operation, transportReason(error))
    }
  }

  const bodyRead = async (
    operation: RequestName,
    answer: http.IncomingMessage,
    end: AttemptEnd,
  ): Promise<Uint8Array | null> => {
    const status = answer.statusCode ?? 0
    const maxBytes = Math.min(maxResponseBytes, status >= 400 ? maxErrorBytes : maxResponseBytes)
    try {
      return await bodyOf(operation, answer, maxBytes)
    } catch (error) {
      end.signal.throwIfAborted()
      // The status of an error answer says more than the end of its body.
      if (status >= 400) return null
      if (error instanceof MalformedAnswerError) throw error
      const detail = 'the connection ended within it'
      throw new MalformedAnswerError(operation, status, 'truncated', detail)
    }
  }

  return {
    send: async (operation, request, call) => {
      const end = attemptEnd(operation, call, now())
      try {
        const answer = await answered(operation, request, end)
        end.limitStage('body-timeout', timeouts.body)
        const body = await bodyRead(operation, answer, end)
        const retryAfter = answer.headers['retry-after']
        return { status: answer.statusCode ?? 0, retryAfter, body }
      } finally {
        end.clear()
      }
    },
    close: async () => {
      agents.http.agent.destroy()
      agents.https.agent.destroy()
    },
  }
}
