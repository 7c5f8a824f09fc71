import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { credentialsFrom } from '../../lib/platform/credentials.ts'
import { SecretShapeError } from '../../lib/platform/secrets.ts'
import { useSecrets } from '../harness/secrets.ts'

const name = 'attendance/test/workforce'
const secret = (clientSecret: string) => JSON.stringify({ clientId: 'client', clientSecret })

const { values, reads } = useSecrets()

describe('credentials', () => {
  test('are read once and kept', async () => {
    values.set(name, secret('first'))
    const read = credentialsFrom(name)
    expect(await read()).toEqual({ clientId: 'client', clientSecret: 'first' })
    values.set(name, secret('second'))
    expect(await read()).toEqual({ clientId: 'client', clientSecret: 'first' })
    expect(reads()).toBe(1)
  })

  test('are read anew when forced, and the new ones kept', async () => {
    values.set(name, secret('first'))
    const read = credentialsFrom(name)
    await read()
    values.set(name, secret('second'))
    expect((await read({ forceRefresh: true })).clientSecret).toBe('second')
    expect((await read()).clientSecret).toBe('second')
    expect(reads()).toBe(2)
  })

  test('have nothing but what is wanted', async () => {
    values.set(name, '{"clientId":"client","clientSecret":"s","rotatedAt":1}')
    expect(await credentialsFrom(name)()).toEqual({ clientId: 'client', clientSecret: 's' })
  })

  test.each<[string, string | Buffer]>([
    ['not JSON', 'hunter2'],
    ['JSON of another shape', '{"clientSecret":["hunter2"]}'],
    ['empty credentials', '{"clientId":"hunter2","clientSecret":""}'],
    ['a list', '["hunter2"]'],
    ['bytes', Buffer.from('hunter2')],
  ])('that are %s are refused, and nothing of them is shown', async (_what, value) => {
    values.set(name, value)
    const error = await credentialsFrom(name)().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(SecretShapeError)
    expect(error.message).toContain(name)
    expect(error.message).toContain('{"clientId": "…", "clientSecret": "…"}')
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2')
  })

  test('that are missing are an error that says so', async () => {
    await expect(credentialsFrom(name)()).rejects.toThrow('There is no such secret')
  })
})
