import { describe, expect, test } from 'vitest'
import {
  DeadlineError,
  MalformedAnswerError,
  ServerError,
  TokenRefusedError,
} from '../../lib/workforce/errors.ts'
import {
  aClient,
  all,
  type Behaviour,
  errorOf,
  grant,
  inTurn,
  json,
  page,
  problem,
  secret,
  startService,
  status,
  token,
} from './service.ts'

/** Lets in only who brings this token. */
const guardedBy =
  (accepted: string): Behaviour =>
  (response, seen) => {
    const behaviour =
      seen.headers.authorization === `Bearer ${accepted}`
        ? page([])
        : problem(401, '#token-expired')
    behaviour(response, seen)
  }

const delayed =
  (milliseconds: number, behaviour: Behaviour): Behaviour =>
  (response, seen) => {
    setTimeout(() => behaviour(response, seen), milliseconds)
  }

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

describe('access token', () => {
  test('is requested as a form with the credentials in the body', async () => {
    const service = await startService(page([]))
    await all(aClient(service).listEmployees())
    const [request] = service.to('/connect/token')
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(request?.headers.authorization).toBeUndefined()
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'an-application',
      client_secret: secret,
    })
  })

  test('is fetched once however many calls wait for it, and cached', async () => {
    const service = await startService(page([]), delayed(20, grant()))
    const client = aClient(service)
    await Promise.all(times(50, () => all(client.listEmployees())))
    await all(client.listEmployees())
    expect(service.to('/connect/token')).toHaveLength(1)
    expect(service.to('/employees')).toHaveLength(51)
  })

  test.each([
    [3600, 3_539_000, 3_541_000],
    [100, 89_000, 91_000],
  ])('with a life of %i s is renewed before it expires', async (seconds, before, after) => {
    const service = await startService(page([]), grant(token, seconds))
    let skipped = 0
    const client = aClient(service, { timing: { now: () => Date.now() + skipped } })
    await all(client.listEmployees())
    skipped = before
    await all(client.listEmployees())
    expect(service.to('/connect/token')).toHaveLength(1)
    skipped = after
    await all(client.listEmployees())
    expect(service.to('/connect/token')).toHaveLength(2)
  })

  test('that expired costs 50 concurrent calls one renewal', async () => {
    const service = await startService(
      guardedBy('new'),
      inTurn(grant('old'), delayed(20, grant('new'))),
    )
    const client = aClient(service)
    await Promise.all(times(50, () => all(client.listEmployees())))
    expect(service.to('/connect/token')).toHaveLength(2)
    expect(service.to('/employees')).toHaveLength(100)
  })

  test('that is refused when new is given up on', async () => {
    const service = await startService(guardedBy('nobody'))
    const error = await errorOf(all(aClient(service).listEmployees()))
    expect(error).toBeInstanceOf(TokenRefusedError)
    expect(error).toMatchObject({ operation: 'employees', status: 401, kind: 'token-refused' })
    expect(service.to('/connect/token')).toHaveLength(2)
    expect(service.to('/employees')).toHaveLength(2)
  })

  test('has its own retries, which no call repeats', async () => {
    const service = await startService(page([]), status(500))
    const errors = await Promise.all(times(3, () => errorOf(all(aClient(service).listEmployees()))))
    for (const error of errors) expect(error).toBeInstanceOf(ServerError)
    expect(service.to('/connect/token')).toHaveLength(12)
  })

  test('is waited for no longer than each call may take', async () => {
    const service = await startService(page([]), delayed(150, grant()))
    const client = aClient(service)
    const patient = all(client.listEmployees())
    const leaving = new AbortController()
    const left = errorOf(all(client.listEmployees({}, { signal: leaving.signal })))
    leaving.abort(new Error('gone'))
    const late = await errorOf(all(client.listEmployees({}, { deadline: Date.now() + 30 })))
    expect(late).toBeInstanceOf(DeadlineError)
    expect(await left).toEqual(new Error('gone'))
    expect(await patient).toHaveLength(1)
    expect(service.to('/connect/token')).toHaveLength(1)
  })

  test('is no longer requested when nobody waits for it', async () => {
    const closed = Promise.withResolvers<void>()
    const abandoned: Behaviour = (response) => response.on('close', closed.resolve)
    const service = await startService(page([]), inTurn(abandoned, grant()))
    const client = aClient(service)
    await errorOf(all(client.listEmployees({}, { deadline: Date.now() + 30 })))
    await closed.promise
    expect(await all(client.listEmployees())).toHaveLength(1)
    expect(service.to('/connect/token')).toHaveLength(2)
  })

  test.each([
    [{ access_token: token, token_type: 'bearer', expires_in: 3600, scope: 'x' }],
    [{ access_token: token, token_type: 'BEARER', expires_in: '3600' }],
    [{ access_token: token, token_type: 'Bearer' }],
  ])('is read from %j, and is good for an hour', async (answer) => {
    const service = await startService(guardedBy(token), json(answer))
    let skipped = 0
    const client = aClient(service, { timing: { now: () => Date.now() + skipped } })
    for (const [milliseconds, requests] of [
      [0, 1],
      [3_539_000, 1],
      [3_541_000, 2],
    ] as const) {
      skipped = milliseconds
      expect(await all(client.listEmployees())).toHaveLength(1)
      expect(service.to('/connect/token')).toHaveLength(requests)
    }
  })

  test.each([
    [{ access_token: 'a b', token_type: 'Bearer', expires_in: 3600 }],
    [{ access_token: '', token_type: 'Bearer', expires_in: 3600 }],
    [{ access_token: 'a', token_type: 'mac', expires_in: 3600 }],
    [{ access_token: 'a', expires_in: 3600 }],
    [{ access_token: 'a', token_type: 'Bearer', expires_in: 'soon' }],
    [{ access_token: 'a', token_type: 'Bearer', expires_in: -1 }],
    [{ access_token: 'a', token_type: 'Bearer', expires_in: null }],
    [{}],
    ['a'],
  ])('is not read from %j', async (answer) => {
    const service = await startService(page([]), json(answer))
    const error = await errorOf(all(aClient(service).listEmployees()))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ operation: 'token', reason: 'wrong-shape' })
  })
})
