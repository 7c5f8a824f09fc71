import type { OperationName } from './contract/operations.ts'
import { type Problem, type ProblemFragment, problemTypes } from './contract/problem.ts'

/** What a request was for: one of the API's operations, or a token. */
export type RequestName = OperationName | 'token'

/**
 * A call of the Workforce API that failed. Messages name the operation, the status and what was
 * wrong, never what was sent or received. No error has a `cause`: what lies beneath can hold the
 * request, and with it the secret or the token.
 */
export abstract class WorkforceError extends Error {
  abstract readonly kind: string
  readonly operation: RequestName | null

  constructor(operation: RequestName | null, message: string) {
    super(operation === null ? message : `Workforce API, ${operation}: ${message}`)
    this.name = new.target.name
    this.operation = operation
  }
}

/** The service's address is plain http, and not on loopback. */
export class InsecureUrlError extends WorkforceError {
  readonly kind = 'insecure-url'
}

/** The service's address is not one that requests can be sent to. */
export class InvalidUrlError extends WorkforceError {
  readonly kind = 'invalid-url'
}

/** A request breaks the contract (spec section 4) and was not sent. */
export class InvalidRequestError extends WorkforceError {
  readonly kind = 'invalid-request'
}

const fragmentOf = (type: string): ProblemFragment | null => {
  const fragment = type.slice(type.lastIndexOf('#') + 1)
  return Object.hasOwn(problemTypes, fragment) ? (fragment as ProblemFragment) : null
}

/**
 * The API refused a request (spec section 7). `title`, `details` and `fieldErrors` are the
 * service's words and may repeat what was sent, so they are kept out of the message.
 * `type` and `fragment` are null where the body was no problem document.
 */
export class ProblemError extends WorkforceError {
  readonly kind = 'problem'
  readonly status: number
  readonly type: string | null
  readonly fragment: ProblemFragment | null
  readonly title: string | null
  readonly details: string | null
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>

  constructor(operation: RequestName, status: number, problem: Problem | null) {
    const fragment = problem && fragmentOf(problem.type)
    const meaning = fragment ? problemTypes[fragment].title : 'refused without a known problem type'
    super(operation, `status ${status}: ${meaning}`)
    this.status = status
    this.type = problem?.type ?? null
    this.fragment = fragment
    this.title = problem?.title ?? null
    this.details = problem?.details ?? null
    this.fieldErrors = problem?.errors ?? {}
  }
}

/** The token endpoint refused the client credentials, freshly read ones included. */
export class CredentialsRefusedError extends WorkforceError {
  readonly kind = 'credentials-refused'
  readonly status: number
  /** The `error` code of RFC 6749 section 5.2, or `unknown_error`. */
  readonly code: string

  constructor(status: number, code: string) {
    super('token', `status ${status}: the client credentials were refused (${code})`)
    this.status = status
    this.code = code
  }
}

/** A request got 401 with a token that had just been renewed. */
export class TokenRefusedError extends WorkforceError {
  readonly kind = 'token-refused'
  readonly status = 401

  constructor(operation: RequestName) {
    super(operation, 'status 401: a renewed access token was refused as well')
  }
}

/** The API asked to wait (429, or 503 with `Retry-After`) for longer than the call may last. */
export class ThrottledError extends WorkforceError {
  readonly kind = 'throttled'
  readonly status: number
  /** How long the API asked to wait, in milliseconds; null where it did not say. */
  readonly retryAfter: number | null
  /** Whether the API said so of this request; false where it was not sent, since all are to wait. */
  readonly wasSent: boolean

  constructor(
    operation: RequestName,
    status: number,
    retryAfter: number | null,
    wasSent: boolean = true,
  ) {
    const wait = retryAfter === null ? 'no Retry-After' : `Retry-After ${retryAfter} ms`
    super(operation, `status ${status}: too many requests (${wait})`)
    this.status = status
    this.retryAfter = retryAfter
    this.wasSent = wasSent
  }
}

/** The API failed (5xx) at every attempt. */
export class ServerError extends WorkforceError {
  readonly kind = 'server'
  readonly status: number

  constructor(operation: RequestName, status: number) {
    super(operation, `status ${status}: the service failed`)
    this.status = status
  }
}

export type TransportReason =
  | 'connect-timeout'
  | 'headers-timeout'
  | 'body-timeout'
  | 'connection-refused'
  | 'connection-lost'
  | 'name-not-resolved'
  | 'certificate'
  | 'network'

/** No answer came: the network failed, or a time-out passed. */
export class TransportError extends WorkforceError {
  readonly kind = 'transport'
  readonly reason: TransportReason

  constructor(operation: RequestName, reason: TransportReason) {
    super(operation, `no answer (${reason})`)
    this.reason = reason
  }
}

export type MalformedReason =
  | 'truncated'
  | 'html'
  | 'not-json'
  | 'wrong-shape'
  | 'too-large'
  | 'unexpected-status'

/** An answer came that is not one of the API's. */
export class MalformedAnswerError extends WorkforceError {
  readonly kind = 'malformed-answer'
  readonly status: number
  readonly reason: MalformedReason

  /** @param detail what is wrong and what was expected, without quoting the answer */
  constructor(operation: RequestName, status: number, reason: MalformedReason, detail: string) {
    super(operation, `status ${status}: malformed answer (${reason}): ${detail}`)
    this.status = status
    this.reason = reason
  }
}

/** A listing gave a continuation token for the second time: its pages would never end. */
export class RepeatedTokenError extends WorkforceError {
  readonly kind = 'repeated-token'

  /** @param page the number of the page, from 1, that repeated the token */
  constructor(operation: RequestName, page: number) {
    super(operation, `page ${page} repeats the continuation token of an earlier page`)
  }
}

/** A listing goes on for more than any can have, each page with a token of its own. */
export class EndlessListingError extends WorkforceError {
  readonly kind = 'endless-listing'

  /** @param most how much a listing may have, such as `50 pages` */
  constructor(operation: RequestName, most: string) {
    super(operation, `more than ${most}, which no listing has`)
  }
}

/** The call's deadline passed, or would pass before its next attempt. */
export class DeadlineError extends WorkforceError {
  readonly kind = 'deadline'

  constructor(operation: RequestName) {
    super(operation, 'not answered before the deadline of the call')
  }
}

/** The client was closed while the call ran, or before. */
export class ClientClosedError extends WorkforceError {
  readonly kind = 'closed'

  constructor() {
    super(null, 'The Workforce API client is closed')
  }
}
