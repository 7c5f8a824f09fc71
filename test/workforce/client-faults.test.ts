import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createWorkforceClient } from '../../lib/workforce/client.ts'
import {
  ClientClosedError,
  DeadlineError,
  InsecureUrlError,
  MalformedAnswerError,
  ProblemError,
  ServerError,
  ThrottledError,
  TransportError,
  WorkforceError,
} from '../../lib/workforce/errors.ts'
import {
  aClient,
  all,
  type Behaviour,
  dripping,
  drop,
  employeeId,
  errorOf,
  grant,
  inTurn,
  json,
  page,
  problem,
  secret,
  silent,
  startService,
  status,
  token,
  truncated,
} from './service.ts'

const raw =
  (body: string | Uint8Array, type = 'application/json', code = 200): Behaviour =>
  (response) =>
    response.writeHead(code, { 'content-type': type }).end(body)

const html = (code: number) => raw('<!doctype html><title>Oops</title>', 'text/html', code)

/** A server that takes connections and never says a word. */
const startMute = async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const listed = (service: { url: string }, options = {}, call = {}) =>
  all(aClient(service, options).listEmployees({}, call))

describe('a request that fails in a way that may pass', () => {
  it.each([
    ['a dropped connection', drop],
    ['a truncated body', truncated],
    ['JSON that ends too early', raw('{"items":[')],
    ['an empty body', raw('')],
    ['500', status(500)],
    ['502 as HTML', html(502)],
    ['503', status(503)],
    ['429', status(429)],
    ['a body that never ends', dripping],
  ])('is tried again after %s', async (_name, fault) => {
    const service = await startService(inTurn(fault, fault, fault, page([])))
    expect(await listed(service, { timeouts: { body: 40 } })).toEqual([
      { records: [], rejected: [] },
    ])
    expect(service.to('/employees')).toHaveLength(4)
  })

  it.each([
    ['a dropped connection', drop, TransportError, { reason: 'connection-lost' }],
    ['a truncated body', truncated, MalformedAnswerError, { reason: 'truncated', status: 200 }],
    ['500', status(500), ServerError, { status: 500 }],
    ['503 without Retry-After', html(503), ServerError, { status: 503 }],
    ['429', status(429), ThrottledError, { status: 429, retryAfter: null }],
    ['a body that never ends', dripping, TransportError, { reason: 'body-timeout' }],
  ])('is given up on after four times %s', async (_name, fault, type, fields) => {
    const service = await startService(fault)
    const error = await errorOf(listed(service, { timeouts: { body: 40 } }))
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ operation: 'employees', ...fields })
    expect(service.to('/employees')).toHaveLength(4)
  })

  it('is tried again after silence, and given up on as a time-out', async () => {
    const service = await startService(silent)
    const options = { timeouts: { headers: 40 }, retry: { attempts: 2, baseDelay: 1 } }
    const error = await errorOf(listed(service, options))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ operation: 'employees', reason: 'headers-timeout' })
    expect(service.to('/employees')).toHaveLength(2)
  })

  it('may be the setting of an external reference, which is idempotent', async () => {
    const service = await startService(inTurn(drop, json({ externalReference: 'HR-1' })))
    expect(await aClient(service).setExternalReference(employeeId, 'HR-1')).toBe('HR-1')
  })

  it('waits between attempts with full jitter, up to the longest delay', async () => {
    const service = await startService(status(500))
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const retry = { attempts: 5, baseDelay: 200, maxDelay: 1_000 }
    await errorOf(listed(service, { retry, timing: { random: () => 0.5, sleep } }))
    expect(waits).toEqual([100, 200, 400, 500])
  })

  it('names connections that were refused, and those that were never made', async () => {
    const port = await startMute()
    const service = await startService(page([]))
    const options = { authUrl: service.url, timeouts: { connect: 40 }, retry: { attempts: 1 } }
    const muted = await errorOf(listed({ url: `https://127.0.0.1:${port}` }, options))
    expect(muted).toMatchObject({ kind: 'transport', reason: 'connect-timeout' })
    const refused = await errorOf(listed({ url: 'http://127.0.0.1:1' }, options))
    expect(refused).toMatchObject({ kind: 'transport', reason: 'connection-refused' })
  })
})

describe('an answer that will not get better', () => {
  it.each([
    ['a page of HTML', html(200), MalformedAnswerError, { reason: 'html', status: 200 }],
    ['text', raw('ok', 'text/plain'), MalformedAnswerError, { reason: 'not-json' }],
    ['bytes', raw(Buffer.from([123, 255, 125])), MalformedAnswerError, { reason: 'not-json' }],
    ['204', raw('', '', 204), MalformedAnswerError, { reason: 'unexpected-status', status: 204 }],
    ['HTML with 403', html(403), ProblemError, { status: 403, fragment: null, type: null }],
    ['403', problem(403, '#forbidden'), ProblemError, { status: 403, fragment: 'forbidden' }],
    [
      'a problem of unknown type',
      problem(409, '#constructor', { errors: { ['__proto__']: ['x'] } }),
      ProblemError,
      { status: 409, fragment: null },
    ],
  ])('is not asked for again: %s', async (_name, fault, type, fields) => {
    const service = await startService(fault)
    const error = await errorOf(listed(service))
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ operation: 'employees', ...fields })
    expect(service.to('/employees')).toHaveLength(1)
  })

  it('is given up on as soon as it is too large, announced or not', async () => {
    let sent = 0
    const flood: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        if (response.destroyed) return
        sent += 1
        response.write('[0,0,0,0]'.repeat(1_000), () => setImmediate(more))
      }
      more()
    }
    const service = await startService(inTurn(flood, raw('x'.repeat(60_000))))
    for (const _time of ['flood', 'announced']) {
      const error = await errorOf(listed(service, { maxResponseBytes: 50_000 }))
      expect(error).toBeInstanceOf(MalformedAnswerError)
      expect(error).toMatchObject({ reason: 'too-large', status: 200 })
    }
    expect(sent).toBeLessThan(2_000)
    expect(service.to('/employees')).toHaveLength(2)
  })

  it('is a redirect, which is not followed', async () => {
    const elsewhere = await startService(page([]))
    const service = await startService(status(307, { location: `${elsewhere.url}/x` }))
    const error = await errorOf(listed(service))
    expect(error).toMatchObject({ reason: 'unexpected-status', status: 307 })
    expect(elsewhere.seen).toEqual([])
  })
})

describe('Retry-After', () => {
  it.each([
    ['seconds', () => '1'],
    ['an HTTP date', () => new Date(Date.now() + 1_999).toUTCString()],
  ])('in %s is the least wait, for every call of the client', async (_name, header) => {
    const service = await startService((response, seen) => {
      const first = service.to('/employees').length === 1
      const fault = status(503, { 'retry-after': header() })
      ;(first ? fault : page([]))(response, seen)
    })
    const throttled: string[] = []
    const client = aClient(service, { hooks: { onThrottle: (name) => throttled.push(name) } })
    const start = Date.now()
    const first = all(client.listEmployees())
    while (throttled.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([first, all(client.listEmployees())])
    expect(Date.now() - start).toBeGreaterThanOrEqual(950)
    expect(service.to('/employees')).toHaveLength(3)
    expect(throttled).toEqual(['employees'])
  })

  it('past the deadline fails at once, and so do calls that begin meanwhile', async () => {
    const service = await startService(status(503, { 'retry-after': '60' }))
    const client = aClient(service)
    const call = { deadline: Date.now() + 5_000 }
    const first = await errorOf(all(client.listEmployees({}, call)))
    const second = await errorOf(all(client.listEmployees({}, call)))
    expect(first).toBeInstanceOf(ThrottledError)
    expect(first).toMatchObject({ status: 503, retryAfter: 60_000 })
    expect(second).toBeInstanceOf(ThrottledError)
    expect(second).toMatchObject({ status: 503 })
    expect((second as ThrottledError).retryAfter).toBeGreaterThan(55_000)
    expect(service.to('/employees')).toHaveLength(1)
  })
})

describe('a call', () => {
  it('ends at its deadline, whatever it waits for', async () => {
    const service = await startService(silent)
    const start = Date.now()
    const error = await errorOf(listed(service, {}, { deadline: start + 60 }))
    expect(error).toBeInstanceOf(DeadlineError)
    expect(Date.now() - start).toBeLessThan(1_000)
  })

  it('sends nothing when its deadline has passed', async () => {
    const service = await startService(page([]))
    const error = await errorOf(listed(service, {}, { deadline: Date.now() - 1 }))
    expect(error).toBeInstanceOf(DeadlineError)
    expect(service.seen).toEqual([])
  })

  it('rather fails with its last error than waits past its deadline', async () => {
    const service = await startService(status(500))
    const retry = { baseDelay: 60_000, maxDelay: 60_000 }
    const deadline = Date.now() + 5_000
    const options = { retry, timing: { random: () => 0.9 } }
    expect(await errorOf(listed(service, options, { deadline }))).toBeInstanceOf(ServerError)
  })

  it('ends with the reason of its signal, while it waits to try again as well', async () => {
    const service = await startService(inTurn(status(503, { 'retry-after': '60' })))
    const leaving = new AbortController()
    const hooks = { onThrottle: () => setImmediate(() => leaving.abort(new Error('gone'))) }
    const error = await errorOf(listed(service, { hooks }, { signal: leaving.signal }))
    expect(error).toEqual(new Error('gone'))
  })

  it('ends when the client is closed', async () => {
    const service = await startService(silent)
    const client = aClient(service, { hooks: { onRequest: (name) => requests.push(name) } })
    const requests: string[] = []
    const running = errorOf(all(client.listEmployees()))
    while (service.to('/employees').length === 0) await new Promise((next) => setTimeout(next, 5))
    await client.close()
    expect(await running).toBeInstanceOf(ClientClosedError)
    expect(await errorOf(all(client.listEmployees()))).toBeInstanceOf(ClientClosedError)
    expect(requests).toEqual(['token', 'employees'])
  })

  it('is counted: each request, and the error that it ends with', async () => {
    const service = await startService(inTurn(status(500), problem(403, '#forbidden')))
    const counts: string[] = []
    const hooks = {
      onRequest: (name: string) => counts.push(`request ${name}`),
      onError: (name: string, kind: string) => counts.push(`error ${name} ${kind}`),
    }
    await errorOf(listed(service, { hooks }))
    expect(counts).toEqual([
      'request token',
      'request employees',
      'request employees',
      'error employees problem',
    ])
  })
})

describe('creating a client', () => {
  const options = {
    baseUrl: 'https://api.example.com',
    authUrl: 'https://auth.example.com',
    credentials: async () => ({ clientId: '', clientSecret: '' }),
    requestsPerSecond: 1,
  }

  it('refuses plain http to another machine, for tokens as well', () => {
    const http = 'http://example.com'
    expect(() => createWorkforceClient({ ...options, baseUrl: http })).toThrow(InsecureUrlError)
    expect(() => createWorkforceClient({ ...options, authUrl: http })).toThrow(/^authUrl: http /)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d requests a second', (rate) => {
    const create = () => createWorkforceClient({ ...options, requestsPerSecond: rate })
    expect(create).toThrow(`requestsPerSecond: ${rate} is not a number above 0`)
  })
})

describe('no error', () => {
  const echoing = json({ error: 'invalid_client', error_description: `${secret} ${token}` }, 401)
  const broken = json({ access_token: token, token_type: 'mac', expires_in: 1 })

  it.each([
    ['a refused token', problem(401, '#token-expired'), grant()],
    ['a dropped call', drop, grant()],
    ['a truncated page', truncated, grant()],
    ['a page of HTML', html(200), grant()],
    ['a failing service', status(500), grant()],
    ['a late answer', silent, grant()],
    ['refused credentials', page([]), echoing],
    ['a malformed token', page([]), broken],
    ['a token unfit for a header', page([]), grant(`${token}\r\nx: y`)],
    ['a dropped token request', page([]), drop],
    ['a token request in vain', page([]), truncated],
  ])('holds the secret or the token, here of %s', async (_name, api, tokens) => {
    const service = await startService(api, tokens)
    const options = { timeouts: { headers: 30, body: 30 }, retry: { attempts: 1 } }
    const error = await errorOf(listed(service, options))
    expect(error).toBeInstanceOf(WorkforceError)
    const shown = inspect(error, { depth: 20, showHidden: true })
    expect(shown).toContain('Workforce API')
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(token)
  })
})
