import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
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
  ETIMEDOUT: 'connect-timeout',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ENOTFOUND: 'name-not-resolved',
  EAI_AGAIN: 'name-not-resolved',
}

const transportReason = (error: unknown): TransportReason => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (/CERT|TLS|SSL|SIGNATURE/.test(code) ? 'certificate' : 'network')
}

/**
 * Ends an attempt of which a stage takes too long, or at the call's deadline or by its signal.
 * @param now epoch milliseconds, to know how far the deadline is
 */
const watch = (
  operation: RequestName,
  sent: http.ClientRequest,
  { deadline = Number.POSITIVE_INFINITY, signal }: CallOptions,
  now: () => number,
) => {
  let ended: { reason: unknown } | null = null
  let timer: NodeJS.Timeout | undefined
  const end = (reason: unknown): void => {
    ended ??= { reason }
    sent.destroy()
  }
  const abort = (): void => end(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return {
    /** Begins the next stage of the attempt. */
    limitStage: (reason: TransportReason, milliseconds: number): void => {
      const left = deadline - now()
      const late = () =>
        left < milliseconds ? new DeadlineError(operation) : new TransportError(operation, reason)
      clearTimeout(timer)
      timer = setTimeout(() => end(late()), Math.max(0, Math.min(left, milliseconds)))
    },
    /** @throws why the attempt was ended, if it was */
    throwIfEnded: (): void => {
      if (ended) throw ended.reason
    },
    stop: (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Calls back once the request's connection stands, at once where it is one used before. */
const onceConnected = (request: http.ClientRequest, callBack: () => void): void => {
  request.once('socket', (socket: Socket | TLSSocket) => {
    if (!socket.connecting) callBack()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', callBack)
  })
}

/** Waits for the headers of an answer. */
const answerTo = (sent: http.ClientRequest, body: string): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    // An answer that switches protocols closes the request, and is neither answer nor error.
    sent.once('response', resolve).on('error', reject).once('close', reject).end(body)
  })

/** Reads an answer whole, unless it has more bytes than allowed. */
const bodyOf = (
  operation: RequestName,
  answer: http.IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const status = answer.statusCode ?? 0
    const chunks: Buffer[] = []
    let bytes = 0
    const take = (chunk: Buffer): void => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= maxBytes) return
      const detail = 'more bytes than allowed'
      answer.destroy(new MalformedAnswerError(operation, status, 'too-large', detail))
    }
    const whole = (): void => resolve(Buffer.concat(chunks))
    answer.on('data', take).once('end', whole).on('error', reject).once('close', reject)
  })

const userAgent = `${packageJson.name}/${packageJson.version}`

/** More of an error answer is not read: a problem document is a few lines. */
const maxErrorBytes = 64 * 1024

/** A connection that was idle for so long is dropped; services close theirs after 5 s or more. */
const idleMilliseconds = 4_000

/**
 * HTTP with connections that are kept and used again.
 * @param timeouts of each attempt
 * @param maxResponseBytes an answer is given up on as soon as it exceeds this
 * @param now epoch milliseconds, to know how far a deadline is
 */
export const createHttp = (
  timeouts: Timeouts,
  maxResponseBytes: number,
  now: () => number,
): Http => {
  const kept = { keepAlive: true, timeout: idleMilliseconds }
  const plain = { request: http.request, agent: new http.Agent(kept) }
  const secure = { request: https.request, agent: new https.Agent(kept) }

  return {
    send: async (operation, { url, method, headers, body }, call) => {
      call.signal?.throwIfAborted()
      if (call.deadline !== undefined && call.deadline <= now()) throw new DeadlineError(operation)
      const { request, agent } = url.protocol === 'https:' ? secure : plain
      const sent = request(url, {
        method,
        agent,
        headers: { ...headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
      })
      const watched = watch(operation, sent, call, now)
      watched.limitStage('connect-timeout', timeouts.connect)
      onceConnected(sent, () => watched.limitStage('headers-timeout', timeouts.headers))
      let head: Pick<Answer, 'status' | 'retryAfter'> | null = null
      try {
        const answer = await answerTo(sent, body)
        watched.limitStage('body-timeout', timeouts.body)
        const { statusCode: status = 0 } = answer
        head = { status, retryAfter: answer.headers['retry-after'] }
        const maxBytes = status < 400 ? maxResponseBytes : Math.min(maxResponseBytes, maxErrorBytes)
        const whole = await bodyOf(operation, answer, maxBytes)
        watched.throwIfEnded()
        return { ...head, body: whole }
      } catch (error) {
        watched.throwIfEnded()
        if (head === null) throw new TransportError(operation, transportReason(error))
        // The status of an error answer says more than the end of its body.
        if (head.status >= 400) return { ...head, body: null }
        if (error instanceof MalformedAnswerError) throw error
        const detail = 'the connection ended within it'
        throw new MalformedAnswerError(operation, head.status, 'truncated', detail)
      } finally {
        watched.stop()
      }
    },
    close: async () => {
      plain.agent.destroy()
      secure.agent.destroy()
    },
  }
}
