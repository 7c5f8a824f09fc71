import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSilentServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { createWorkforceClient, type WorkforceClient } from '../../lib/workforce/client.ts'
import type { WorkforceClientOptions } from '../../lib/workforce/client-options.ts'

export const secret = 'the-client-secret-7f3a'
export const token = 'the-access-token-9b1c'
export const employeeId = '0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10'

type Seen = { path: string; headers: IncomingMessage['headers']; body: string }
export type Behaviour = (response: ServerResponse, seen: Seen) => void

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

export const page = (items: unknown[], continuationToken: string | null = null): Behaviour =>
  json({ items, continuationToken })

export const status = (code: number, headers: Record<string, string> = {}): Behaviour =>
  json({ status: code, type: 'about:blank' }, code, headers)

export const problem = (code: number, fragment: string, more: object = {}): Behaviour =>
  json({ status: code, type: `https://problems.example/${fragment}`, ...more }, code, {
    'content-type': 'application/problem+json',
  })

export const grant = (accessToken: string = token, seconds: unknown = 3600): Behaviour =>
  json({ access_token: accessToken, token_type: 'Bearer', expires_in: seconds })

/** An answer of one's own. */
export const raw =
  (body: string | Uint8Array, type = 'application/json', code = 200): Behaviour =>
  (response) =>
    response.writeHead(code, { 'content-type': type }).end(body)

export const html = (code: number) => raw('<!doctype html><title>Oops</title>', 'text/html', code)

export const drop: Behaviour = (response) => response.destroy()

/** Announces more than it sends. */
export const brokenOff =
  (code: number): Behaviour =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"items":[', () => response.destroy())
  }

export const truncated = brokenOff(200)

export const silent: Behaviour = () => {}

/** Sends the headers, then a space now and then, for ever. */
export const dripping: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

/** One behaviour after the other, the last for ever. */
export const inTurn = (...behaviours: Behaviour[]): Behaviour => {
  let next = 0
  return (response, seen) => {
    const behaviour = behaviours[Math.min(next, behaviours.length - 1)]
    next += 1
    behaviour?.(response, seen)
  }
}

export type Service = { url: string; seen: Seen[]; to: (part: string) => Seen[] }

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: string[] = []
  for await (const piece of request.setEncoding('utf8')) pieces.push(String(piece))
  return pieces.join('')
}

/** A service on loopback that answers as told, for the test that starts it. */
export const startService = async (
  api: Behaviour,
  tokens: Behaviour = grant(),
): Promise<Service> => {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await bodyOf(request) }
    seen.push(one)
    const behaviour = one.path.endsWith('/connect/token') ? tokens : api
    behaviour(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    to: (part) => seen.filter(({ path }) => path.includes(part)),
  }
}

/** A server that takes connections and never says a word. */
export const startMute = async () => {
  const server = createSilentServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A client of a service that hurries; closed when the test ends. */
export const aClient = (
  { url }: { url: string },
  options: Partial<WorkforceClientOptions> = {},
): WorkforceClient => {
  const client = createWorkforceClient({
    baseUrl: url,
    authUrl: url,
    credentials: async () => ({ clientId: 'an-application', clientSecret: secret }),
    requestsPerSecond: 10_000,
    retry: { baseDelay: 1 },
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

export const all = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const one of pages) list.push(one)
  return list
}

/** What a promise rejects with. */
export const errorOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('expected a rejection'),
    (error: unknown) => error,
  )

/** Lists all employees with a client of its own. */
export const listed = (service: { url: string }, options = {}, call = {}) =>
  all(aClient(service, options).listEmployees({}, call))
