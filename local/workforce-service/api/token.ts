import type { Context } from 'hono'
import { type ClientCredentials, sameCredentials } from '../client-credentials.ts'
import type { IssuedTokens } from '../issued-tokens.ts'

type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type'

/** An error of the token endpoint (RFC 6749 section 5.2). */
class OAuthError extends Error {
  readonly code: OAuthErrorCode
  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}

const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
const formMediaType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The fields of the form; one without a value counts as left out (RFC 6749 section 3.2). */
const readForm = async (c: Context): Promise<Map<string, string>> => {
  if (!formMediaType.test(c.req.header('Content-Type') ?? ''))
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    if (value === '') continue
    if (fields.has(name)) throw new OAuthError('invalid_request', 'A field is given twice.')
    fields.set(name, value)
  }
  return fields
}

const formDecoded = (text: string): string => new URLSearchParams(`v=${text}`).get('v') ?? ''

const basicCredentials = (header: string): ClientCredentials | null => {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(header)?.[1]
  if (encoded === undefined) return null
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { clientId: formDecoded(id ?? ''), clientSecret: formDecoded(secret.join(':')) }
}

const presentedCredentials = (form: Map<string, string>, header: string | undefined) => {
  if (header === undefined)
    return {
      clientId: form.get('client_id') ?? '',
      clientSecret: form.get('client_secret') ?? '',
    }
  if (form.has('client_secret'))
    throw new OAuthError('invalid_request', 'The client authenticates in two ways at once.')
  return basicCredentials(header)
}

const errorResponse = (error: OAuthError, usedHeader: boolean): Response =>
  Response.json(
    { error: error.code, error_description: error.message },
    {
      status: error.code === 'invalid_client' ? 401 : 400,
      headers: {
        ...noStore,
        ...(error.code === 'invalid_client' &&
          usedHeader && { 'WWW-Authenticate': 'Basic realm="workforce"' }),
      },
    },
  )

/**
 * `POST /connect/token`: the client-credentials grant (spec section 5.3), with the client's
 * id and secret in the form or in an HTTP Basic header. Errors are those of RFC 6749 section 5.2.
 */
export const tokenEndpoint =
  (credentials: ClientCredentials, tokens: IssuedTokens) =>
  async (c: Context): Promise<Response> => {
    const header = c.req.header('Authorization')
    try {
      const form = await readForm(c)
      const grantType = form.get('grant_type')
      if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.')
      const presented = presentedCredentials(form, header)
      if (presented === null || !sameCredentials(presented, credentials))
        throw new OAuthError('invalid_client', 'The client id or secret is wrong or missing.')
      if (grantType !== 'client_credentials')
        throw new OAuthError('unsupported_grant_type', 'grant_type must be client_credentials.')
      return Response.json(tokens.issue(), { headers: noStore })
    } catch (error) {
      if (error instanceof OAuthError) return errorResponse(error, header !== undefined)
      throw error
    }
  }
