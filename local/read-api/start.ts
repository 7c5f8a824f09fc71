import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Context } from 'hono'
import type { Clock } from '../../lib/platform/clock.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { ReadApiEnvironment } from '../../lib/read-api/environment.ts'
import { readApiFunction } from '../../lib/read-api/read-api-function.ts'
import {
  type ReadApiRoute,
  readApiRoutes,
  readApiTimeoutSeconds,
} from '../../lib/read-api/routes.ts'
import {
  type ReadApiResources,
  readApiEnvironmentOf,
} from '../../lib/settings/read-api-variables.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { invoke } from '../lambda/invoke.ts'
import { loopbackApp, type Served, serveOnLoopback } from '../loopback-app.ts'

export type ReadApiOptions = {
  settings: Settings
  resources: ReadApiResources
  clock: Clock
  /** 0 takes any free port. */
  port: number
}

/** What an HTTP API hands to a function, as far as the function looks at it. */
const eventOf = (routeKey: ReadApiRoute, { req }: Context) => {
  const query = Object.entries(req.queries()).map(([name, values]) => [name, values.join(',')])
  return {
    version: '2.0',
    routeKey,
    rawPath: req.path,
    pathParameters: req.param(),
    queryStringParameters: Object.fromEntries(query),
  } as unknown as APIGatewayProxyEventV2
}

/** Serves the read API on loopback, by the function that the deployed stack has; nobody signs requests. */
export const startReadApi = async (options: ReadApiOptions): Promise<Served> => {
  const variables = readApiEnvironmentOf(options.settings, options.resources)
  const readApi = {
    name: 'read-api',
    timeoutSeconds: readApiTimeoutSeconds,
    handler: readApiFunction(readEnvironment(ReadApiEnvironment, variables), options.clock),
  }
  const app = loopbackApp()
  // Nor has API Gateway a route for HEAD, which would be one of GET here.
  app.use(async (context, next) =>
    context.req.method === 'HEAD' ? context.notFound() : await next(),
  )
  for (const route of readApiRoutes) {
    const [method = '', path = ''] = route.split(' ')
    app.on(method, path.replace(/{(\w+)}/g, ':$1'), async (context) => {
      const { statusCode, headers, body } = await invoke(readApi, eventOf(route, context))
      return new Response(body ?? '', {
        status: statusCode ?? 500,
        headers: headers as Record<string, string>,
      })
    })
  }
  // What API Gateway says itself.
  app.notFound((context) => context.json({ message: 'Not Found' }, 404))
  app.onError((_, context) => context.json({ message: 'Internal Server Error' }, 500))
  return serveOnLoopback(app, options.port)
}

/** Likewise of a run, where events are kept. @returns null where they are not */
export const startReadApiOf = (options: ReadApiOptions): Promise<Served | null> =>
  options.settings.eventLogDays === 0 ? Promise.resolve(null) : startReadApi(options)
