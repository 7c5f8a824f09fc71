import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const allow = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT'],
  allowHeaders: ['Authorization', 'Content-Type'],
  exposeHeaders: ['Allow', 'Retry-After', 'WWW-Authenticate'],
  maxAge: 600,
})

/**
 * Lets pages of any origin ask the API, as tools that try an OpenAPI document out do; but not the
 * control API. An OPTIONS request that is no preflight is one like any other.
 */
export const crossOrigin: MiddlewareHandler = async (c, next) => {
  const isPreflight = c.req.header('Access-Control-Request-Method') !== undefined
  if (c.req.path.startsWith('/control/') || (c.req.method === 'OPTIONS' && !isPreflight))
    return next()
  return allow(c, next)
}
