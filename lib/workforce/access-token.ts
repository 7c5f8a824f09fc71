import * as z from 'zod'
import { limits } from './contract/limits.ts'
import { tokenPath } from './contract/operations.ts'
import { CredentialsRefusedError, DeadlineError, ProblemError, type RequestName } from './errors.ts'
import { type Exchange, jsonOf, readAnswer } from './exchange.ts'
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

/** A token as it comes (spec section 5.4); the lifetime, in seconds, may be a text or left out. */
const Grant = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z
    .union([z.number(), z.string().transform(Number.parseFloat)])
    .pipe(z.number().nonnegative())
    .default(limits.tokenLifetimeSeconds),
})

/** RFC 6749 section 5.2; any other code is not repeated, whatever it holds. */
const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]
const Refusal = z.object({ error: z.string().min(1) })

/** The error of a status of 4xx: a refusal of the credentials, or no answer of a token endpoint. */
const refusal = ({ status, body }: Answer): Error => {
  const { data } = Refusal.safeParse(jsonOf(body))
  if (data === undefined && status !== 401) return new ProblemError('token', status, null)
  const { error } = data ?? { error: 'invalid_client' }
  return new CredentialsRefusedError(status, errorCodes.includes(error) ? error : 'unknown_error')
}

type Granted = { value: string; renewAt: number }

const readGrant = (answer: Answer, requestedAt: number): Granted => {
  if (answer.status >= 400) throw refusal(answer)
  const { access_token: value, expires_in: seconds } = readAnswer('token', answer, Grant)
  const lifetime = seconds * 1000
  // Renewed a minute early, or a tenth of its life where that is less.
  return { value, renewAt: requestedAt + lifetime - Math.min(60_000, lifetime / 10) }
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
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  }
  let cached: Granted | null = null

  const request = async (credentials: Credentials, call: CallOptions): Promise<Granted> => {
    const requestedAt = timing.now()
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    })
    const post = { url, method: 'POST', headers, body: form.toString() } as const
    return readGrant(await exchange.send('token', null, post, call), requestedAt)
  }

  const grant = async (signal: AbortSignal): Promise<string> => {
    const tryWith = (credentials: Credentials): Promise<Granted> =>
      exchange.retried('token', () => request(credentials, { signal }), { signal })
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
