import type * as z from 'zod'
import { Problem } from './contract/problem.ts'
import {
  MalformedAnswerError,
  type MalformedReason,
  ProblemError,
  type RequestName,
} from './errors.ts'
import type { Answer } from './http.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A page of a hundred records has some thousands; read, each takes up to fifty times its bytes. */
const mostValues = 100_000

/** `,`, `[` and `{`, one of which stands before every value. */
const beforeValues = [0x2c, 0x5b, 0x7b]

/** Whether JSON has more values than any answer: it would fill the memory when it is read. */
const hasTooManyValues = (body: Uint8Array): boolean => {
  if (body.byteLength <= mostValues) return false
  let values = 0
  for (const byte of body) if (beforeValues.includes(byte)) values += 1
  return values > mostValues
}

/** The JSON of a body, or undefined where it holds none. */
export const jsonOf = (body: Uint8Array | null): unknown => {
  try {
    return JSON.parse(utf8.decode(body ?? undefined))
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

/**
 * Reads the JSON of an answer with status 200.
 * @throws ProblemError for a status of 4xx (spec section 7)
 * @throws MalformedAnswerError for any other status, and where the body is no JSON, has too many
 * values, or is not of the schema's shape
 */
export const readAnswer = <T>(operation: RequestName, answer: Answer, schema: z.ZodType<T>): T => {
  const { status, body } = answer
  if (status >= 400)
    throw new ProblemError(operation, status, Problem.safeParse(jsonOf(body)).data ?? null)
  if (status !== 200) {
    const detail = status >= 300 ? 'redirects are not followed' : 'only 200 is expected'
    throw new MalformedAnswerError(operation, status, 'unexpected-status', detail)
  }
  if (body !== null && hasTooManyValues(body))
    throw new MalformedAnswerError(operation, status, 'too-large', 'more values than allowed')
  const value = jsonOf(body)
  if (value === undefined) throw new MalformedAnswerError(operation, status, ...notJson(body))
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const where = read.error.issues.map((issue) => issue.path.join('.') || 'the body').join(', ')
  throw new MalformedAnswerError(operation, status, 'wrong-shape', `unexpected ${where}`)
}
