import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressesFrom } from '../../lib/alerts/slack/addresses.ts'
import { credentialsFrom } from '../../lib/platform/credentials.ts'
import { SecretShapeError } from '../../lib/platform/secrets.ts'
import { captureOutput } from '../harness/output.ts'
import { startSecrets } from '../harness/secrets.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { damaged } from './bytes.ts'

const name = 'attendance-test/secret'
const canary = 'canary-7f3a'

const values = new Map<string, string | Buffer>()
let secrets: Awaited<ReturnType<typeof startSecrets>>
let output: ReturnType<typeof captureOutput>
beforeEach(async () => {
  secrets = await startSecrets(values)
  for (const [key, value] of Object.entries(secrets.environment)) vi.stubEnv(key, value)
  output = captureOutput()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await secrets.close()
})

/** A secret as text or as bytes, whatever is in it. */
const secretOf = (valid: object) => {
  const value = fc.oneof(fc.constant(valid), mutated(valid), hostileValue)
  const bytes = damaged(value.map((each) => JSON.stringify(each) ?? canary))
  return fc.oneof({ weight: 3, arbitrary: bytes.map(String) }, bytes)
}

const expectShapeError = (error: unknown): void => {
  expect(error).toBeInstanceOf(SecretShapeError)
  expect(String(error)).toMatch(/^SecretShapeError: Secret attendance-test\/secret[ ,].*must be /)
  const shown = inspect(error, { depth: null, showHidden: true })
  expect(shown).not.toMatch(/canary|xxxx/)
  expect(shown.length).toBeLessThan(5_000)
}

test('credentials of any content are two texts, or one error that tells nothing of them', async () => {
  const read = credentialsFrom(name)
  const secret = secretOf({ clientId: canary, clientSecret: canary })
  await fc.assert(
    fc.asyncProperty(secret, async (value) => {
      values.set(name, value)
      try {
        const { clientId, clientSecret } = await read({ forceRefresh: true })
        expect([clientId, clientSecret].every((each) => each.length > 0)).toBe(true)
      } catch (error) {
        expectShapeError(error)
      }
    }),
    { numRuns: 120 },
  )
  expect(output.text()).toBe('')
})

test('Slack addresses of any content are URLs, none, or one error that names the channel', async () => {
  const read = addressesFrom(name)
  const url = `https://hooks.slack.com/services/${canary}`
  await fc.assert(
    fc.asyncProperty(secretOf({ office: url, yard: url }), async (value) => {
      values.set(name, value)
      for (const channel of ['office', 'yard', '__proto__', 'constructor'])
        try {
          const address = await read(channel, { forceRefresh: true })
          expect(address?.url ?? 'https:').toMatch(/^https:/)
        } catch (error) {
          expectShapeError(error)
        }
    }),
    { numRuns: 100 },
  )
  expect(output.text()).toBe('')
})
