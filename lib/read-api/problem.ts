import * as z from 'zod'

/** Why something was not answered, as RFC 9457 has it. */
export const ReadApiProblem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What was wrong, and what is allowed'),
  })
  .meta({ id: 'Problem' })

const titles = {
  400: 'Bad Request',
  404: 'Not Found',
  410: 'Gone',
  413: 'Content Too Large',
} as const

export type ProblemStatus = keyof typeof titles

/** A request that is answered with a problem; the message says what whoever asked can do. */
export class ReadApiError extends Error {
  override readonly name = 'ReadApiError'
  readonly status: ProblemStatus

  constructor(status: ProblemStatus, detail: string) {
    super(detail)
    this.status = status
  }
}

/** What is answered to a request that failed so. */
export const problemOf = ({ status, message }: ReadApiError): z.infer<typeof ReadApiProblem> => ({
  type: 'about:blank',
  title: titles[status],
  status,
  detail: message,
})
