import { randomUUID } from 'node:crypto'
import type { Context } from 'aws-lambda'

/** A function with what the deployed stack would configure for it. */
export type LocalFunction<Event, Result> = {
  name: string
  timeoutSeconds: number
  handler: (event: Event, context: Context) => Promise<Result>
}

/** Lambda tries an asynchronous invocation that failed twice more: after a minute, and after two. */
export const asynchronousRetries = [60_000, 120_000] as const

/** An invocation that took longer than its function may. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError'
}

const noCallback = (): never => {
  throw new Error('Handlers return their result')
}

const contextOf = (name: string, timeoutMilliseconds: number): Context => {
  const deadline = Date.now() + timeoutMilliseconds
  return {
    awsRequestId: randomUUID(),
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-west-1:000000000000:function:${name}`,
    memoryLimitInMB: '256',
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: noCallback,
    fail: noCallback,
    succeed: noCallback,
  }
}

/**
 * Invokes a function as Lambda does: with a context whose time runs out.
 * @throws {FunctionTimeoutError} when it has; what the handler still does is ignored
 */
export const invoke = async <Event, Result>(
  { name, timeoutSeconds, handler }: LocalFunction<Event, Result>,
  event: Event,
): Promise<Result> => {
  const milliseconds = timeoutSeconds * 1_000
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new FunctionTimeoutError(`${name}: timed out after ${timeoutSeconds} s`)),
    milliseconds,
  )
  try {
    return await Promise.race([handler(event, contextOf(name, milliseconds)), timeout])
  } finally {
    clearTimeout(timer)
  }
}
