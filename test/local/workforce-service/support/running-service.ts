import { afterAll } from 'vitest'
import { createClock } from '../../../../local/clock.ts'
import { startWorkforceService } from '../../../../local/workforce-service/start.ts'

/** The moment at which the services of these tests stand still: a Friday. */
export const now = '2026-11-20T12:00:00Z'

export const paths = {
  token: '/connect/token',
  employees: '/employees/v1/query',
  clockings: '/timeclock/v1/clockings/query',
  absences: '/absences/v1/query',
}

type Headers = Record<string, string>

/** A service that runs until the end of the test file, with what is needed to talk to it. */
export const runningService = async ({ employees = 0 } = {}) => {
  const clock = createClock({ now: Date.parse(now), speed: 0 })
  const service = await startWorkforceService({ port: 0, employees, seed: 7, clock })
  afterAll(() => service.close())
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    fetch(service.baseUrl + path, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  const credentials = {
    grant_type: 'client_credentials',
    client_id: service.clientId,
    client_secret: service.clientSecret,
  }
  const requestToken = (form: Record<string, string> = credentials, headers: Headers = {}) =>
    fetch(service.baseUrl + paths.token, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    })
  const newToken = async () => {
    const answer = (await (await requestToken()).json()) as { access_token: string }
    return answer.access_token
  }

  let token = await newToken()
  const call = (path: string, body?: unknown, method = 'POST') =>
    send(method, path, body, { Authorization: `Bearer ${token}` })
  return {
    ...service,
    credentials,
    requestToken,
    newToken,
    send,
    /** Calls an operation with a valid token. */
    call,
    /** Takes a new token, where the old one has expired. */
    renew: async () => {
      token = await newToken()
    },
    /** Calls an operation that must succeed, and gives its answer. */
    ask: async <Answer>(path: string, body?: unknown): Promise<Answer> => {
      const response = await call(path, body)
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
      return (await response.json()) as Answer
    },
    /** Calls the control API, which must succeed. */
    control: async (method: string, path: string, body?: unknown) => {
      const response = await send(method, `/control${path}`, body)
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return response
    },
  }
}

export type TestService = Awaited<ReturnType<typeof runningService>>

/** What matters of a problem response. */
export const problemOf = async (response: Response) => {
  const body = (await response.json()) as {
    status: number
    type: string
    errors?: Record<string, string[]>
  }
  return {
    status: response.status,
    mediaType: response.headers.get('Content-Type'),
    type: body.type,
    statusInBody: body.status,
    fields: body.errors && Object.keys(body.errors),
  }
}

/** The 422 that blames these fields and no others. */
export const fieldProblem = ({ problemsUrl }: TestService, ...fields: string[]) => ({
  status: 422,
  mediaType: 'application/problem+json',
  type: `${problemsUrl}#field-validation`,
  statusInBody: 422,
  fields,
})
