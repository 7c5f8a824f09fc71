import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Asked, pageOf, questionOf, Unprocessable } from './questions.ts'
import { emptyWorld, type World } from './world.ts'

/** Something that happens to some of the answers, until it is over. */
export type Trouble = {
  /** Whom and what it concerns. */
  on: (asked: Asked) => boolean
  /** Answered instead of the truth. */
  status?: number
  /** Whole seconds, as the header `Retry-After`. */
  retryAfter?: number
  /** How long the answer takes, milliseconds of the machine. */
  delay?: number
  /** Another world that answers: a replica that lags, or one that is empty. */
  world?: () => World
  /** What becomes of the records of a listing before it is cut into pages. */
  records?: (records: unknown[]) => unknown[]
  /** Happens before the answer is worked out, after its delay. */
  before?: (asked: Asked) => void
}

const problem = (response: ServerResponse, status: number, headers = {}): void => {
  response
    .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
    .end(JSON.stringify({ status, type: `https://problems.example/${status}`, title: null }))
}

/** The question for a token, at a moment. */
const tokenAt = (at: number): Asked => ({
  of: 'token',
  employeeId: null,
  from: null,
  to: null,
  page: 1,
  at,
})

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * The Workforce API over HTTP, holding what a test puts into its world and answering as the
 * spec says, but for the troubles of the moment.
 * @param now the clock that the spec's 90 days go by
 */
export const startApi = async (now: () => number) => {
  const world = emptyWorld()
  const asked: Asked[] = []
  const broken: string[] = []
  const troubles = new Set<Trouble>()
  let pageLimit = 100

  const answer = async (path: string, body: unknown, response: ServerResponse): Promise<void> => {
    const question = questionOf(path, body, now())
    asked.push(question.asked)
    const now_ = [...troubles].filter(({ on }) => on(question.asked))
    const delay = now_.reduce((sum, { delay: each = 0 }) => sum + each, 0)
    if (delay > 0) await wait(delay)
    for (const { before } of now_) before?.(question.asked)
    const refusal = now_.find(({ status }) => status !== undefined)
    if (refusal?.status !== undefined) {
      const { retryAfter } = refusal
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      problem(response, refusal.status, headers)
      return
    }
    const source = now_.find((each) => each.world !== undefined)?.world?.() ?? world
    const records = now_.reduce(
      (all, each) => each.records?.(all) ?? all,
      question.recordsIn(source),
    )
    const page = pageOf(records, body, Math.min(question.size, pageLimit))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const sent = await text(request)
    if (path.endsWith('/connect/token')) {
      const refusal = [...troubles].find(
        ({ on, status }) => status !== undefined && on(tokenAt(now())),
      )
      if (refusal?.status !== undefined) return problem(response, refusal.status)
      const grant = { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(grant))
      return
    }
    if (request.headers.authorization !== 'Bearer a-token') return problem(response, 401)
    try {
      await answer(path, sent === '' ? null : JSON.parse(sent), response)
    } catch (error) {
      broken.push(error instanceof Error ? error.message : 'unknown')
      problem(response, error instanceof Unprocessable ? 422 : 500)
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    world,
    /** Requests that broke the rules of the spec; there must be none. */
    broken,

    /** Pages hold no more than this, whatever they may hold. */
    limitPages: (size: number): void => {
      pageLimit = size
    },

    /** Begins a trouble. @returns what ends it */
    trouble: (trouble: Trouble): (() => void) => {
      troubles.add(trouble)
      return () => void troubles.delete(trouble)
    },

    /** Takes note of what has been asked since the last time. */
    asked: (): Asked[] => asked.splice(0),

    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
