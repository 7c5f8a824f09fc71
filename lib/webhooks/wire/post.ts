import { lookup as resolve } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { readRetryAfter } from '../../workforce/retry-after.ts'
import { usualPause } from '../retry-schedule.ts'
import type { IsAllowed } from './addresses.ts'

/** What an endpoint made of a request: its status, or why there is none, in a few plain words. */
export type EndpointAnswer =
  | { status: number; retryAfter: number | null; reason: null }
  | { status: null; retryAfter: null; reason: string }

/**
 * Posts a body once, following nothing. Never throws, and never says where to.
 * @param timeout from the beginning to the head of the answer, in milliseconds
 */
export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  timeout: number,
) => Promise<EndpointAnswer>

export type PostOptions = {
  /** Which addresses may be connected to. */
  isAllowed: IsAllowed
  /** How names are resolved; by the machine where left out. */
  lookup?: typeof resolve
  /** Certificates to trust instead of those that Node trusts. */
  ca?: string
}

/** An address that is not to be connected to. */
class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** No more of an answer is read: its status is all that counts. */
const maxAnswerBytes = 4_096

/** How long an answer asks to wait, in milliseconds; the usual where it asks in no form that there is, null where it does not. */
const waitAskedFor = ({ headers }: http.IncomingMessage): number | null => {
  const header = headers['retry-after']
  return header === undefined ? null : (readRetryAfter(header, Date.now()) ?? usualPause)
}

const words: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not resolved',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why there is no answer. What errors say is not repeated: it may name what nobody is to read. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AddressError) return 'address not allowed'
  if (error instanceof Error && /^(AbortError|TimeoutError)$/.test(error.name))
    return 'no answer in time'
  const code = codeOf(error)
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO/.test(code)) return 'certificate not accepted'
  if (code.startsWith('HPE_')) return 'no HTTP in the answer'
  return words[code] ?? 'no answer'
}

/** Resolves a name to those of its addresses that may be connected to, and to nothing else. */
const guarded =
  (lookup: typeof resolve, isAllowed: IsAllowed): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (first === undefined) return callback(new AddressError('None of them is public'), '', 0)
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family)
    })
  }

/** The very address that was connected to must be allowed, however it was come by. */
const checkPeer = (socket: Socket, isAllowed: IsAllowed): void => {
  const check = () => {
    if (!isAllowed(socket.remoteAddress ?? '')) socket.destroy(new AddressError('Connected amiss'))
  }
  if (socket.connecting) socket.once('connect', check)
  else check()
}

/** Reads what little is needed for the connection to be used again; ends it where there is more. */
const drain = (response: http.IncomingMessage): void => {
  let bytes = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) response.destroy()
  })
}

/** What posts, and what ends the connections that it keeps. */
export type Poster = {
  post: Post
  /** Ends them: a function that sleeps would find them broken when it wakes. */
  rest: () => void
}

const isReset = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error))

/** Posts over connections that are kept, and to addresses alone that are allowed. */
export const createPoster = ({ isAllowed, lookup = resolve, ca }: PostOptions): Poster => {
  const keeping = { keepAlive: true, maxSockets: 64, lookup: guarded(lookup, isAllowed) }
  const agents = {
    http: new http.Agent(keeping),
    https: new https.Agent({ ...keeping, ...(ca !== undefined && { ca }) }),
  }

  const send = (url: URL, headers: Record<string, string>, body: string, signal: AbortSignal) =>
    new Promise<EndpointAnswer>((done, fail) => {
      const isSecure = url.protocol === 'https:'
      const sent = (isSecure ? https : http).request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: isSecure ? agents.https : agents.http,
        signal,
      })
      sent.on('socket', (socket) => checkPeer(socket, isAllowed))
      sent.on('error', (error) => fail(Object.assign(error, { isKept: sent.reusedSocket })))
      // Some answer with another protocol; there is none that is spoken here.
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy()
        done({ status: statusCode, retryAfter: null, reason: null })
      })
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      sent.on('response', (response) => {
        drain(response)
        done({ status: response.statusCode ?? 0, retryAfter: waitAskedFor(response), reason: null })
      })
      sent.end(body)
    })

  return {
    post: async (address, headers, body, timeout) => {
      const url = new URL(address)
      const signal = AbortSignal.timeout(timeout)
      try {
        // No name is resolved where there is none: an address is checked as it stands.
        const literal = url.hostname.replace(/^\[|\]$/g, '')
        if (isIP(literal) !== 0 && !isAllowed(literal)) throw new AddressError('Not public')
        return await send(url, headers, body, signal).catch((error) => {
          // Whoever ended a kept connection just then has not heard of it.
          if (isReset(error) && error.isKept) return send(url, headers, body, signal)
          throw error
        })
      } catch (error) {
        return { status: null, retryAfter: null, reason: reasonOf(error) }
      }
    },

    rest: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
