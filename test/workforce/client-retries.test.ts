import { describe, expect, test } from 'vitest'
import {
  MalformedAnswerError,
  ServerError,
  ThrottledError,
  TransportError,
} from '../../lib/workforce/errors.ts'
import {
  aClient,
  all,
  brokenOff,
  dripping,
  drop,
  employeeId,
  errorOf,
  html,
  inTurn,
  json,
  listed,
  page,
  raw,
  silent,
  startMute,
  startService,
  status,
  truncated,
} from './service.ts'

describe('a request that fails in a way that may pass', () => {
  test.each([
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

  test.each([
    ['a dropped connection', drop, TransportError, { reason: 'connection-lost' }],
    ['a truncated body', truncated, MalformedAnswerError, { reason: 'truncated', status: 200 }],
    ['500', status(500), ServerError, { status: 500 }],
    ['500 that breaks off', brokenOff(500), ServerError, { status: 500 }],
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

  test('is tried again after silence, and given up on as a time-out', async () => {
    const service = await startService(silent)
    const options = { timeouts: { headers: 40 }, retry: { attempts: 2, baseDelay: 1 } }
    const error = await errorOf(listed(service, options))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ operation: 'employees', reason: 'headers-timeout' })
    expect(service.to('/employees')).toHaveLength(2)
  })

  test('is not, in the same poll, where it is about one person, who would hold up others', async () => {
    const service = await startService(silent)
    const options = { timeouts: { headers: 40 }, retry: { attempts: 3, baseDelay: 1 } }
    const client = aClient(service, options)
    const late = { reason: 'headers-timeout' }
    expect(await errorOf(all(client.listClockings({ employeeId })))).toMatchObject(late)
    expect(await errorOf(all(client.listAbsences({ employeeId })))).toMatchObject(late)
    expect(service.to('/clockings')).toHaveLength(1)
    expect(service.to('/absences')).toHaveLength(1)
  })

  test('may be the setting of an external reference, which is idempotent', async () => {
    const service = await startService(inTurn(drop, json({ externalReference: 'HR-1' })))
    expect(await aClient(service).setExternalReference(employeeId, 'HR-1')).toBe('HR-1')
  })

  test('waits between attempts with full jitter, up to the longest delay', async () => {
    const service = await startService(status(500))
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const retry = { attempts: 5, baseDelay: 200, maxDelay: 1_000 }
    await errorOf(listed(service, { retry, timing: { random: () => 0.5, sleep } }))
    expect(waits).toEqual([100, 200, 400, 500])
  })

  test('names connections that were refused, and those that were never made', async () => {
    const port = await startMute()
    const service = await startService(page([]))
    const options = { authUrl: service.url, timeouts: { connect: 40 }, retry: { attempts: 1 } }
    const muted = await errorOf(listed({ url: `https://127.0.0.1:${port}` }, options))
    expect(muted).toMatchObject({ kind: 'transport', reason: 'connect-timeout' })
    const refused = await errorOf(listed({ url: 'http://127.0.0.1:1' }, options))
    expect(refused).toMatchObject({ kind: 'transport', reason: 'connection-refused' })
  })
})

describe('Retry-After', () => {
  test.each([
    ['seconds', () => '1'],
    ['an HTTP date', () => new Date(Date.now() + 1_999).toUTCString()],
  ])('in %s is the least wait of the call that got it', async (_name, header) => {
    const service = await startService((response, seen) => {
      const first = service.to('/employees').length === 1
      const fault = status(503, { 'retry-after': header() })
      ;(first ? fault : page([]))(response, seen)
    })
    const throttled: string[] = []
    const start = Date.now()
    await listed(service, { hooks: { onThrottle: (name: string) => throttled.push(name) } })
    expect(Date.now() - start).toBeGreaterThanOrEqual(950)
    expect(service.to('/employees')).toHaveLength(2)
    expect(throttled).toEqual(['employees'])
  })

  test('past the deadline fails at once', async () => {
    const service = await startService(status(503, { 'retry-after': '60' }))
    const error = await errorOf(listed(service, {}, { deadline: Date.now() + 5_000 }))
    expect(error).toBeInstanceOf(ThrottledError)
    expect(error).toMatchObject({ status: 503, retryAfter: 60_000 })
    expect(service.to('/employees')).toHaveLength(1)
  })
})
