import * as z from 'zod'
import type { Operation } from './document.ts'
import type { Question } from './requests.ts'
import type { ApiAnswer } from './send.ts'

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Whether a body is one that the document describes. */
const isDescribed = ({ request }: Operation, body: string | null): boolean => {
  if (body === null || body === '') return !request.isRequired
  const isForm = request.mediaType === 'application/x-www-form-urlencoded'
  const read = isForm ? { value: Object.fromEntries(new URLSearchParams(body)) } : parsed(body)
  return read !== null && request.fits(read.value)
}

/** What no schema can express: tokens nobody has given, and limits that move with the clock. */
const rules = [
  ['continuationToken', /^Not a token that this listing has given/],
  ['filters.from', /no more than 90 days in the past$|no more than 31 days after|not be before/],
  ['filters.to', /no more than 90 days in the past$|no more than 31 days after|not be before/],
] as const

const Refusal = z.object({ errors: z.record(z.string(), z.array(z.string())) })

/** Whether an answer refuses only what a schema cannot. */
const isRuled = ({ body }: ApiAnswer): boolean => {
  const refusal = Refusal.safeParse(parsed(body)?.value)
  if (!refusal.success) return false
  return Object.entries(refusal.data.errors).every(([field, messages]) =>
    rules.some(([name, rule]) => name === field && messages.every((each) => rule.test(each))),
  )
}

/** What is wrong with the form of an answer: its status, its media type, its body. */
const formProblem = ({ answers }: Operation, { status, headers, body }: ApiAnswer) => {
  const described = answers.get(String(status)) ?? answers.get('default')
  if (described === undefined) return `status ${status} is not in the document`
  const mediaType = headers['content-type']?.split(';')[0]
  if (described === null) return mediaType === 'application/json' ? null : `it is ${mediaType}`
  if (mediaType !== described.mediaType) return `it is ${mediaType}, not ${described.mediaType}`
  const read = parsed(body)
  if (read === null) return 'its body is not JSON'
  if (described.fits(read.value)) return null
  const [{ instancePath = '', message = '' } = {}] = described.fits.errors ?? []
  return `its body is not as described: ${instancePath} ${message}`
}

const oneOf = (status: number, ...expected: number[]): string | null =>
  expected.includes(status) ? null : `status ${status} instead of ${expected.join(' or ')}`

const describedProblem = (operation: Operation, question: Question, answer: ApiAnswer) => {
  const { status } = answer
  const refusals = operation.answers.has('default') ? [400, 401] : [422]
  if (!question.isPathValid) return oneOf(status, 404, ...refusals)
  if (!isDescribed(operation, question.request.body)) return oneOf(status, ...refusals)
  if (status === 422) return isRuled(answer) ? null : 'it refuses what the document describes'
  const others = operation.answers.has('default') ? [401] : []
  return oneOf(status, 200, ...others, ...(operation.parameters.length > 0 ? [404] : []))
}

/**
 * What is wrong with an answer, by the document that describes the service.
 * @returns null where nothing is
 */
export const problemOf = (
  operation: Operation,
  question: Question,
  answer: ApiAnswer,
): string | null => {
  const { status, headers } = answer
  switch (question.kind) {
    case 'other-method': {
      const isAllowed = headers.allow === operation.method
      return oneOf(status, 405) ?? (isAllowed ? null : `Allow is ${headers.allow}`)
    }
    case 'not-authorized': {
      const isAsked = headers['www-authenticate'] !== undefined
      return (
        oneOf(status, 401) ??
        (isAsked ? formProblem(operation, answer) : 'WWW-Authenticate is missing')
      )
    }
    case 'other-media-type': {
      const { body } = question.request
      const isSent = body !== null && body !== '' && question.isPathValid
      return isSent
        ? (oneOf(status, 400, 401, 422) ?? formProblem(operation, answer))
        : formProblem(operation, answer)
    }
    case 'described':
      return describedProblem(operation, question, answer) ?? formProblem(operation, answer)
  }
}
