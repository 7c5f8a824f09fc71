import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { createMeter, type Meter } from './meter.ts'
import { serviceName } from './metric-names.ts'

/** What every function is given to inform its operators. */
export type Telemetry = { logger: Logger; meter: Meter }

/** Telemetry of one environment; made once, when a function is loaded. */
export const createTelemetry = (environment: string): Telemetry => ({
  logger: new Logger({ serviceName: serviceName(environment) }),
  meter: createMeter(environment),
})

const publishFigures = (meter: Meter): middy.MiddlewareObj => ({
  after: () => meter.flush(),
  onError: () => meter.flush(),
})

/**
 * A Lambda handler around work, with the one order of middleware that all functions have.
 * Middy unwinds it in reverse: figures are published while log lines still have their context.
 */
export const lambda = <Event, Result>(
  { logger, meter }: Telemetry,
  work: (event: Event, context: Context) => Promise<Result>,
) =>
  middy<Event, Result>()
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .use(publishFigures(meter))
    .handler(work)
