import type * as z from 'zod'
import { Problem } from './contract/problem.ts'
import {
  MalformedAnswerError,
  type MalformedReason,
  ProblemError,
  type RequestName,
  ServerError,
  ThrottledError,
} from './errors.ts'
import type { Answer } from './http.ts'
import { readRetryAfter } from './retry-after.ts'

/** The JSON of a body, or undefined where it holds none. */
const jsonOf = (body: Uint8Array | null): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body ?? undefined))
  } catch {
    return undefined
  }
}

const notJson = (body: Uint8Array | null): [MalformedReason, string] => {
  const text = new TextDecoder().decode(body ?? undefined).trim()
  if (text.startsWith('<')) return ['html', 'a page instead of JSON']
  return text === '' || (/^[{[]/.test(text) && !/[}\]]$/.test(text))
    ? ['truncated', 'the JSON ends too early']
    : ['not-json', 'not JSON in UTF-8']
}

const problemOf = (operation: RequestName, { status, body }: Answer): ProblemError => {
  const problem = Problem.safeParse(jsonOf(body))
  return new ProblemError(operation, status, problem.data ?? null)
}

/** The error of a status that may pass, 429 or 5xx, or null for any other. */
export const failureOf = (
  operation: RequestName,
  { status, retryAfter }: Answer,
  now: number,
): ThrottledError | ServerError | null => {
  const wait = readRetryAfter(retryAfter, now)
  if (status === 429 || (status === 503 && wait !== null))
    return new ThrottledError(operation, status, wait)
  return status >= 500 ? new ServerError(operation, status) : null
}

/**
 * Reads the JSON of an answer with status 200.
 * @throws ProblemError for a status of 4xx (spec section 7)
 * @throws MalformedAnswerError for any other status, and where the body is no JSON, or not of
 * the schema's shape
 */
export const readJson = <T>(operation: RequestName, answer: Answer, schema: z.ZodType<T>): T => {
  const { status, body } = answer
  if (status >= 400) throw problemOf(operation, answer)
  if (status !== 200) {
    const detail = status >= 300 ? 'redirects are not followed' : 'only 200 is expected'
    throw new MalformedAnswerError(operation, status, 'unexpected-status', detail)
  }
  const value = jsonOf(body)
  if (value === undefined) throw new MalformedAnswerError(operation, status, ...notJson(body))
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const where = read.error.issues.map((issue) => issue.path.join('.') || 'the body').join(', ')
  throw new MalformedAnswerError(operation, status, 'wrong-shape', `unexpected ${where}`)
}
