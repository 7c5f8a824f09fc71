import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { WorkforceError } from '../../lib/workforce/errors.ts'
import {
  drop,
  errorOf,
  grant,
  html,
  json,
  listed,
  page,
  problem,
  secret,
  silent,
  startService,
  status,
  token,
  truncated,
} from './service.ts'

describe('no error', () => {
  const echoing = json({ error: 'invalid_client', error_description: `${secret} ${token}` }, 401)
  const broken = json({ access_token: token, token_type: 'mac', expires_in: 1 })

  test.each([
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
