import type * as z from 'zod'
import type { AccessTokens } from './access-token.ts'
import { type OperationName, operations } from './contract/operations.ts'
import { ProblemError, TokenRefusedError } from './errors.ts'
import { type Exchange, readAnswer } from './exchange.ts'
import { below } from './urls.ts'
import type { CallOptions } from './waiting.ts'

export type ApiRequest = {
  operation: OperationName
  path: string
  body: object
  /** Whom the request concerns: whose throttling it is, should it be throttled. */
  subject: string
}

/** What was answered, and how many bytes it had. */
export type ApiAnswer<T> = { value: T; bytes: number }

/** Calls an operation with an access token, and with retries, and reads its answer. */
export type Api = <T>(
  request: ApiRequest,
  answer: z.ZodType<T>,
  call: CallOptions,
) => Promise<ApiAnswer<T>>

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401

/**
 * @param baseUrl the service's address; may have a path of its own
 * @throws from the returned function: any WorkforceError, or the reason of the call's signal
 */
export const createApi = (baseUrl: URL, tokens: AccessTokens, exchange: Exchange): Api => {
  const paths = Object.values(operations).map(({ path }) => path)
  const urls = new Map<string, URL>(paths.map((path) => [path, below(baseUrl, path)]))

  return ({ operation, path, body, subject }, schema, call) => {
    const url = urls.get(path) ?? below(baseUrl, path)
    const { method } = operations[operation]
    const text = JSON.stringify(body)
    let renewed = false

    const send = async (token: string) => {
      const headers = {
        accept: 'application/json, application/problem+json',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }
      const request = { url, method, headers, body: text }
      const answer = await exchange.send(operation, subject, request, call)
      const value = readAnswer(operation, answer, schema)
      return { value, bytes: answer.body?.byteLength ?? 0 }
    }

    const attempt = async (): ReturnType<typeof send> => {
      const token = await tokens.get(operation, call)
      try {
        return await send(token)
      } catch (error) {
        if (!isUnauthorized(error)) throw error
        if (renewed) throw new TokenRefusedError(operation)
        renewed = true
        tokens.drop(token)
        return attempt()
      }
    }
    return exchange.retried(operation, attempt, call)
  }
}
