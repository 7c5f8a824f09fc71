import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { limits } from './contract/limits.ts'
import { tokenPath } from './contract/operations.ts'
import {
  CredentialsRefusedError,
  DeadlineError,
  MalformedAnswerError,
  ProblemError,
  type RequestName,
} from './errors.ts'
import { type Exchange, readJson } from './exchange.ts'
import type { Answer } from './http.ts'
import { createSharedTask } from './shared-task.ts'
import { below } from './urls.ts'
import type { CallOptions, Timing } from './waiting.ts'

/** The application's credentials (spec section 5.2). */
export type Credentials = { clientId: string; clientSecret: string }

/**
 * Reads the credentials; asked before each token request. `forceRefresh` wants them read anew,
 * past any cache. What it throws is passed on as it is.
 */
export type ReadCredentials = (options?: { forceRefresh: boolean }) => Promise<Credentials>

export type AccessTokens = {
  /** A token to use now, from the cache or shared with every other call that waits for one. */
  get: (operation: RequestName, call: CallOptions) => Promise<string>
  /** Forgets a token that the API refused, unless it has been renewed already. */
  drop: (token: string) => void
}

type Granted = { value: string; renewAt: number }

/** Renewed a minute early, or a tenth of its life where that is less. */
const margin = (lifetime: number): number => Math.min(60_000, lifetime / 10)

const headerSafe = /^[\x21-\x7e]+$/

/** RFC 6749 section 5.2; any other code is not repeated, whatever it holds. */
const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

const refusal = (status: number, code: string): CredentialsRefusedError =>
  new CredentialsRefusedError(status, errorCodes.includes(code) ? code : 'unknown_error')

/** The library's errors carry the answer, token included: none is passed on, nor as a cause. */
const typedError = (error: unknown, { status }: Answer): Error => {
  if (error instanceof oauth.ResponseBodyError) return refusal(status, error.error)
  if (status === 401) return refusal(status, 'invalid_client')
  if (status >= 400) return new ProblemError('token', status, null)
  return new MalformedAnswerError('token', status, 'wrong-shape', 'not a bearer token response')
}

const grantOf = (response: oauth.TokenEndpointResponse, requestedAt: number): Granted => {
  const { access_token: value, token_type: type, expires_in: seconds } = response
  if (type !== 'bearer' || !headerSafe.test(value)) throw new Error('not a bearer token')
  const lifetime = (seconds ?? limits.tokenLifetimeSeconds) * 1000
  return { value, renewAt: requestedAt + lifetime - margin(lifetime) }
}

const readGrant = async (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  answer: Answer,
  requestedAt: number,
): Promise<Granted> => {
  // Tells a truncated answer or a page of HTML from a refusal.
  if (answer.status < 400) readJson('token', answer, z.unknown())
  const headers = { 'content-type': 'application/json' }
  const response = new Response(answer.body?.slice() ?? null, { status: answer.status, headers })
  try {
    const granted = await oauth.processClientCredentialsResponse(server, client, response)
    return grantOf(granted, requestedAt)
  } catch (error) {
    throw typedError(error, answer)
  }
}

/**
 * The OAuth 2.0 client-credentials token of spec section 5: cached, renewed before it expires,
 * and fetched once however many calls wait for it. Credentials refused as `invalid_client` are
 * read anew and tried once more.
 * @param authUrl where tokens are issued
 * @throws from `get`: CredentialsRefusedError, or what any request may throw
 */
export const createAccessTokens = (
  authUrl: URL,
  readCredentials: ReadCredentials,
  exchange: Exchange,
  timing: Timing,
): AccessTokens => {
  const url = below(authUrl, tokenPath)
  const server = { issuer: authUrl.href, token_endpoint: url.href }
  let cached: Granted | null = null

  const post = async (body: string, call: CallOptions): Promise<Answer> =>
    exchange.send(
      'token',
      null,
      {
        url,
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      },
      call,
    )

  const requestToken = async (credentials: Credentials, call: CallOptions): Promise<Granted> => {
    const requestedAt = timing.now()
    const client = { client_id: credentials.clientId }
    const authentication = oauth.ClientSecretPost(credentials.clientSecret)
    let answer: Answer | null = null
    await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      {},
      {
        // Plain http has been refused already, except to loopback.
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: async (_url, { body }) => {
          answer = await post(String(body), call)
          return new Response()
        },
      },
    )
    if (answer === null) throw new Error('no token request was made')
    return readGrant(server, client, answer, requestedAt)
  }

  const grant = async (signal: AbortSignal): Promise<string> => {
    const tryWith = (credentials: Credentials): Promise<Granted> =>
      exchange.retried('token', () => requestToken(credentials, { signal }), { signal })
    try {
      cached = await tryWith(await readCredentials())
    } catch (error) {
      if (!(error instanceof CredentialsRefusedError && error.code === 'invalid_client'))
        throw error
      cached = await tryWith(await readCredentials({ forceRefresh: true }))
    }
    return cached.value
  }
  const join = createSharedTask(grant, timing)

  return {
    get: async (operation, call) =>
      cached && timing.now() < cached.renewAt
        ? cached.value
        : join(call, () => new DeadlineError(operation)),
    drop: (token) => {
      if (cached?.value === token) cached = null
    },
  }
}
