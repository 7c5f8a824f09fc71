import type { MiddlewareHandler } from 'hono'
import type { IssuedTokens } from '../issued-tokens.ts'
import { ProblemAnswer } from '../problems.ts'

/** Lets a request pass only with a bearer token that is still valid (spec section 5.5 and 5.6). */
export const requireBearer =
  (tokens: IssuedTokens): MiddlewareHandler =>
  async (c, next) => {
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    if (token === undefined || !tokens.isValid(token))
      throw new ProblemAnswer(
        'token-expired',
        'The bearer token is missing, unknown or expired. Request a new one.',
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      )
    await next()
  }
