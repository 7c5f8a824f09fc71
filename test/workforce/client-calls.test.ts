import { describe, expect, test } from 'vitest'
import { createWorkforceClient } from '../../lib/workforce/client.ts'
import {
  ClientClosedError,
  DeadlineError,
  InsecureUrlError,
  ServerError,
} from '../../lib/workforce/errors.ts'
import {
  aClient,
  all,
  errorOf,
  inTurn,
  listed,
  page,
  problem,
  silent,
  startService,
  status,
} from './service.ts'

describe('a call', () => {
  test('ends at its deadline, whatever it waits for', async () => {
    const service = await startService(silent)
    const start = Date.now()
    const error = await errorOf(listed(service, {}, { deadline: start + 60 }))
    expect(error).toBeInstanceOf(DeadlineError)
    expect(Date.now() - start).toBeLessThan(1_000)
  })

  test('sends nothing when its deadline has passed', async () => {
    const service = await startService(page([]))
    const error = await errorOf(listed(service, {}, { deadline: Date.now() - 1 }))
    expect(error).toBeInstanceOf(DeadlineError)
    expect(service.seen).toEqual([])
  })

  test('rather fails with its last error than waits past its deadline', async () => {
    const service = await startService(status(500))
    const retry = { baseDelay: 60_000, maxDelay: 60_000 }
    const deadline = Date.now() + 5_000
    const options = { retry, timing: { random: () => 0.9 } }
    expect(await errorOf(listed(service, options, { deadline }))).toBeInstanceOf(ServerError)
  })

  test('ends with the reason of its signal, while it waits to try again as well', async () => {
    const service = await startService(inTurn(status(503, { 'retry-after': '60' })))
    const leaving = new AbortController()
    const hooks = { onThrottle: () => setImmediate(() => leaving.abort(new Error('gone'))) }
    const error = await errorOf(listed(service, { hooks }, { signal: leaving.signal }))
    expect(error).toEqual(new Error('gone'))
  })

  test('ends when the client is closed', async () => {
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

  test('is counted: each request, and the error that it ends with', async () => {
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

  test('refuses plain http to another machine, for tokens as well', () => {
    const http = 'http://example.com'
    expect(() => createWorkforceClient({ ...options, baseUrl: http })).toThrow(InsecureUrlError)
    expect(() => createWorkforceClient({ ...options, authUrl: http })).toThrow(/^authUrl: http /)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d requests a second',
    (rate) => {
      const create = () => createWorkforceClient({ ...options, requestsPerSecond: rate })
      expect(create).toThrow(`requestsPerSecond: ${rate} is not a number above 0`)
    },
  )
})
