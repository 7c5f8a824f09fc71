import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorkforceClient } from '../../lib/workforce/client.ts'
import { WorkforceError } from '../../lib/workforce/errors.ts'
import { all, type Behaviour, page, raw, secret, startService } from '../workforce/service.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { contentType, damaged } from './bytes.ts'

const kinds = [
  'problem',
  'credentials-refused',
  'throttled',
  'server',
  'transport',
  'malformed-answer',
]

const token = 'canary-token-7f3a'
const grant = { access_token: token, token_type: 'Bearer', expires_in: 3600 }
const refusal = {
  error: 'invalid_client',
  error_description: token,
  error_uri: 'https://x.example',
}
const text = fc
  .oneof(mutated(grant), mutated(refusal), hostileValue)
  .map((value) => JSON.stringify(value) ?? '')
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 302, 400, 401, 403, 429, 500, 503, 999),
)

test('whatever the token endpoint says: a token that it gave, or one error that tells nothing of it', async () => {
  let tokens: Behaviour = raw('')
  const service = await startService(page([]), (response, seen) => tokens(response, seen))
  await fc.assert(
    fc.asyncProperty(damaged(text), contentType, status, async (bytes, type, code) => {
      tokens = raw(bytes, type, code)
      service.seen.length = 0
      const client = createWorkforceClient({
        baseUrl: service.url,
        authUrl: service.url,
        credentials: async () => ({ clientId: 'an-application', clientSecret: secret }),
        requestsPerSecond: 10_000,
        retry: { attempts: 1 },
      })
      const error = await all(client.listEmployees()).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      await client.close()
      const [used] = service.to('/employees')
      if (error === null) {
        const [, value = ''] = used?.headers.authorization?.split('Bearer ') ?? []
        expect(code).toBe(200)
        expect(JSON.parse(new TextDecoder().decode(bytes)).access_token).toBe(value)
        return
      }
      expect(error).toBeInstanceOf(WorkforceError)
      expect(kinds).toContain((error as WorkforceError).kind)
      const shown = inspect(error, { depth: 9, showHidden: true })
      for (const hidden of [secret, token]) expect(shown).not.toContain(hidden)
    }),
    { numRuns: 300 },
  )
})
