import { createWorkforceClient } from '../../../lib/workforce/client.ts'
import {
  DeadlineError,
  MalformedAnswerError,
  ProblemError,
  type RequestName,
  ServerError,
  ThrottledError,
} from '../../../lib/workforce/errors.ts'
import type { Answer, Http, HttpRequest } from '../../../lib/workforce/http.ts'
import type { CallOptions } from '../../../lib/workforce/waiting.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { utcDate } from '../oracle/moments.ts'
import type { Asked } from '../oracle/served.ts'
import type { Process } from '../system/process.ts'
import { beginAnswer, type ServiceOptions, type Session } from './service.ts'
import type { ApiPort } from './workforce-api.ts'

const written = (status: number, body: unknown, retryAfter?: number): Answer => ({
  status,
  retryAfter: retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1_000)),
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
})

const problem = (status: number, fragment: string): Answer =>
  written(status, { status, type: `https://problems.example.org${fragment}`, title: null })

/** What goes over the wire where the service fails. @throws what is no answer at all */
const answerTo = (error: unknown): Answer => {
  if (error instanceof ThrottledError)
    return written(429, '', error.retryAfter === null ? undefined : error.retryAfter)
  if (error instanceof ServerError) return problem(error.status, '#unknown')
  if (error instanceof ProblemError) return problem(error.status, '#forbidden')
  if (error instanceof MalformedAnswerError) return written(200, '{"items":[{"id":')
  if (error instanceof Error && /^(Token|Credentials)Refused/.test(error.name))
    return problem(401, '#token-expired')
  if (error instanceof Error && error.name === 'RepeatedTokenError') return problem(500, '#unknown')
  throw error
}

type Body = {
  filters?: { employeeId?: string; from?: string | null; to?: string | null }
  continuationToken?: string | null
}

const operationOf = ({ url }: HttpRequest): Asked['operation'] => {
  if (url.pathname.includes('/clockings/')) return 'clockings'
  return url.pathname.includes('/absences/') ? 'absences' : 'employees'
}

/** What a request asks, and about whom. */
const askedIn = (request: HttpRequest): Pick<Asked, 'operation' | 'employeeId'> => {
  const operation = operationOf(request)
  const { filters = {} }: Body = JSON.parse(request.body || '{}')
  return { operation, employeeId: operation === 'employees' ? null : (filters.employeeId ?? null) }
}

/** The service behind a transport in memory: pages with tokens that name their place. */
const memoryHttp = (process: Process, options: ServiceOptions): Http => {
  const { now, faults, onCall } = options
  const sessions: Session[] = []

  /** An answer that failed before its first page is the same one when it is asked for again. */
  const sessionFor = (asked: Asked): number => {
    const key = JSON.stringify(asked)
    const known = sessions.findIndex(({ answer }) => {
      const { operation, employeeId, range, pages } = answer
      return pages === 0 && JSON.stringify({ operation, employeeId, range }) === key
    })
    return known === -1 ? sessions.push(beginAnswer(process.name, asked, options)) - 1 : known
  }

  const list = (request: HttpRequest): { session: Session; page: number; place: number } => {
    const { filters = {}, continuationToken }: Body = JSON.parse(request.body || '{}')
    const [place, page] = (continuationToken ?? '').split('.').map(Number)
    if (continuationToken != null && place !== undefined && page !== undefined) {
      const session = sessions[place]
      if (session !== undefined) return { session, page, place }
    }
    const { operation, employeeId } = askedIn(request)
    const usual = operation === 'absences' ? utcDate(now()) : ''
    const range = { from: filters.from ?? usual, to: filters.to ?? usual }
    const first = sessionFor({ operation, employeeId, range })
    const session = sessions[first]
    if (session === undefined) throw new Error('no such answer')
    return { session, page: 0, place: first }
  }

  const answer = (request: HttpRequest): Answer => {
    if (request.url.pathname.endsWith('/connect/token'))
      return written(200, { access_token: 'TOKEN-CANARY', token_type: 'Bearer', expires_in: 3_600 })
    const { session, page, place } = list(request)
    try {
      const { records, rejected, isLast } = session.give(page)
      const bad = rejected.map(({ id }) => ({ id, start: 'yesterday', name: null }))
      const continuationToken = isLast ? null : `${place}.${page + 1}`
      return written(200, { items: [...records, ...bad], continuationToken })
    } catch (error) {
      return answerTo(error)
    }
  }

  return {
    send: (operation: RequestName, request: HttpRequest, call: CallOptions): Promise<Answer> => {
      onCall(process.name, operation)
      const left = (call.deadline ?? Number.POSITIVE_INFINITY) - process.now()
      const about = operation === 'token' ? null : askedIn(request)
      const wanted = about === null ? 20 : faults.latencyOf(about.operation, about.employeeId)
      const act = (): Answer => {
        if (wanted <= left) return answer(request)
        const error = new DeadlineError(operation)
        if (about !== null) list(request).session.failed(error)
        throw error
      }
      const name = `${operation} ${request.body.slice(0, 80)}`
      return process.effect('api', name, act, Math.max(0, Math.min(wanted, left)))
    },
    close: async () => {},
  }
}

/** The Workforce API as one process sees it, through the real client: tokens, pages, retries. */
export const workforceOverHttp = (process: Process, options: ServiceOptions): ApiPort =>
  createWorkforceClient({
    baseUrl: 'https://api.example.org',
    authUrl: 'https://auth.example.org',
    credentials: async () => ({ clientId: 'simulation', clientSecret: 'SECRET-CANARY' }),
    requestsPerSecond: 50,
    http: memoryHttp(process, options),
    timing: {
      now: process.now,
      sleep: (milliseconds) => process.sleep(milliseconds),
      random: drawsOf('simulation', process.name, 'client').unit,
    },
  })
