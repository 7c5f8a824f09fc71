import { describe, expect, test } from 'vitest'
import { CredentialsRefusedError, ProblemError } from '../../lib/workforce/errors.ts'
import {
  aClient,
  all,
  errorOf,
  grant,
  json,
  page,
  secret,
  startService,
  status,
} from './service.ts'

const refused = (error: string, code = 400) => json({ error, error_description: secret }, code)

describe('credentials', () => {
  const rotating = (reads: boolean[]) => async (options?: { forceRefresh: boolean }) => {
    reads.push(options?.forceRefresh ?? false)
    return { clientId: 'an-application', clientSecret: options?.forceRefresh ? 'new' : 'old' }
  }

  test.each([
    ['400', refused('invalid_client')],
    ['401', refused('invalid_client', 401)],
    ['401 with a challenge', json({}, 401, { 'www-authenticate': 'Basic realm="x"' })],
  ])('refused with %s are read anew and tried once more', async (_name, refusal) => {
    const service = await startService(page([]), (response, seen) =>
      (seen.body.includes('client_secret=new') ? grant() : refusal)(response, seen),
    )
    const reads: boolean[] = []
    expect(await all(aClient(service, { credentials: rotating(reads) }).listEmployees())).toEqual([
      { records: [], rejected: [] },
    ])
    expect(reads).toEqual([false, true])
  })

  test('refused again are given up on', async () => {
    const service = await startService(page([]), refused('invalid_client', 401))
    const reads: boolean[] = []
    const client = aClient(service, { credentials: rotating(reads) })
    const error = await errorOf(all(client.listEmployees()))
    expect(error).toBeInstanceOf(CredentialsRefusedError)
    expect(error).toMatchObject({ operation: 'token', status: 401, code: 'invalid_client' })
    expect(reads).toEqual([false, true])
    expect(service.to('/connect/token')).toHaveLength(2)
  })

  test('refused for another reason are not read anew', async () => {
    const service = await startService(page([]), refused('unauthorized_client'))
    const reads: boolean[] = []
    const client = aClient(service, { credentials: rotating(reads) })
    const error = await errorOf(all(client.listEmployees()))
    expect(error).toMatchObject({ kind: 'credentials-refused', code: 'unauthorized_client' })
    expect(reads).toEqual([false])
  })

  test('do not have an unknown error code repeated', async () => {
    const service = await startService(page([]), refused(secret))
    const error = await errorOf(all(aClient(service).listEmployees()))
    expect(error).toMatchObject({ kind: 'credentials-refused', code: 'unknown_error' })
  })

  test('meet a token endpoint that is not one with a typed error', async () => {
    const service = await startService(page([]), status(404))
    const error = await errorOf(all(aClient(service).listEmployees()))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ operation: 'token', status: 404, fragment: null })
  })

  test('that cannot be read fail the call with the reader’s own error', async () => {
    const service = await startService(page([]))
    const credentials = async () => Promise.reject(new Error('no such secret'))
    const error = await errorOf(all(aClient(service, { credentials }).listEmployees()))
    expect(error).toEqual(new Error('no such secret'))
  })
})
