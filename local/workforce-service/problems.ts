import { STATUS_CODES } from 'node:http'
import {
  type Problem,
  type ProblemFragment,
  problemTypes,
} from '../../lib/workforce/contract/problem.ts'

/** Messages by the path of the field that they are about, as `filters.from`. */
export type FieldErrors = Record<string, string[]>

type ProblemExtras = { errors?: FieldErrors; headers?: Record<string, string> }

/** Thrown by a handler to answer with a problem (spec section 7). */
export class ProblemAnswer extends Error {
  readonly status: number
  readonly fragment: ProblemFragment | null
  readonly title: string
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>

  /**
   * @param kind a problem type of the spec, or the HTTP status of a problem that it does not list
   * @param details one sentence for the developer of the client
   */
  constructor(kind: ProblemFragment | number, details: string, extras: ProblemExtras = {}) {
    super(details)
    this.name = 'ProblemAnswer'
    this.fragment = typeof kind === 'number' ? null : kind
    this.status = typeof kind === 'number' ? kind : problemTypes[kind].status
    this.title =
      typeof kind === 'number' ? (STATUS_CODES[kind] ?? 'Unknown') : problemTypes[kind].title
    this.errors = extras.errors
    this.headers = extras.headers ?? {}
  }
}

/** A 422 `#field-validation` about one field. */
export const invalidField = (path: string, message: string): ProblemAnswer =>
  invalidFields({ [path]: [message] })

/** A 422 `#field-validation` about some fields. */
export const invalidFields = (errors: FieldErrors): ProblemAnswer =>
  new ProblemAnswer('field-validation', 'One or more fields of the request are invalid.', {
    errors,
  })

/** The problem type of the spec that has this status, if one does. */
export const fragmentOf = (status: number): ProblemFragment | undefined =>
  (Object.keys(problemTypes) as ProblemFragment[]).find(
    (fragment) => problemTypes[fragment].status === status,
  )

/**
 * The answer that carries a problem. A problem that the spec does not list has the type
 * `about:blank`, which RFC 9457 defines as "no more than the status says".
 * @param problemsUrl the base of the problem types
 */
export const problemResponse = (problem: ProblemAnswer, problemsUrl: string): Response => {
  const body: Problem = {
    status: problem.status,
    type: problem.fragment ? `${problemsUrl}#${problem.fragment}` : 'about:blank',
    title: problem.title,
    details: problem.message,
    ...(problem.errors && { errors: problem.errors }),
  }
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.headers },
  })
}
