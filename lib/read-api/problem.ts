import * as z from 'zod'

/** Why something was not answered, as RFC 9457 has it. */
export const ReadApiProblem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What was wrong, and what is allowed'),
    cursor: z
      .string()
      .optional()
      .describe('Of a 410 of `GET /events`: the `after` that goes on after what is no longer kept'),
  })
  .meta({ id: 'Problem' })

const titles = {
  400: 'Bad Request',
  404: 'Not Found',
  410: 'Gone',
  413: 'Content Too Large',
  503: 'Service Unavailable',
} as const

export type ProblemStatus = keyof typeof titles

/** A request that is answered with a problem; the message says what whoever asked can do. */
export class ReadApiError extends Error {
  override readonly name = 'ReadApiError'
  readonly status: ProblemStatus
  /** Where whoever asked can go on all the same, where there is such a place. */
  readonly cursor: string | undefined

  constructor(status: ProblemStatus, detail: string, cursor?: string) {
    super(detail)
    this.status = status
    this.cursor = cursor
  }
}

/** What is answered to a request that failed so. */
export const problemOf = ({
  status,
  message,
  cursor,
}: ReadApiError): z.infer<typeof ReadApiProblem> => ({
  type: 'about:blank',
  title: titles[status],
  status,
  detail: message,
  ...(cursor !== undefined && { cursor }),
})
