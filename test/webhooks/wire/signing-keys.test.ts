import { expect, test } from 'vitest'
import { SecretShapeError } from '../../../lib/platform/secrets.ts'
import { signingKeysFrom } from '../../../lib/webhooks/wire/signing-keys.ts'
import { useSecrets } from '../../harness/secrets.ts'
import { aKey } from '../support/webhook-world.ts'

const secrets = useSecrets()

/** The keys of an endpoint whose entry in the secret is this, and whom it was said of that one is unusable. */
const keysOf = (entry: unknown) => {
  secrets.values.set('keys', JSON.stringify({ payroll: entry }))
  const unusable: string[] = []
  const read = signingKeysFrom('keys', (webhook) => unusable.push(webhook))
  return { read: () => read('payroll'), unusable }
}

test('an endpoint has one key, or two, the newest first', async () => {
  const [newer, older] = [aKey(), aKey()]
  expect(await keysOf(newer).read()).toEqual([newer])
  const two = keysOf([newer, older])
  expect(await two.read()).toEqual([newer, older])
  expect(two.unusable).toEqual([])
})

test('while one of two keys can be used, requests are signed with it, and it is said once', async () => {
  const good = aKey()
  for (const bad of ['whsec_pasted amiss', '', null, 7]) {
    const { read, unusable } = keysOf([bad, good])
    expect(await read()).toEqual([good])
    expect(await read()).toEqual([good])
    expect(unusable).toEqual(['payroll'])
  }
})

test('without a key that can be used, or with more than two, nothing is signed', async () => {
  for (const entry of ['whsec_short', [], [null, 'x'], [aKey(), aKey(), aKey()], {}])
    await expect(keysOf(entry).read()).rejects.toThrow(SecretShapeError)
  const other = signingKeysFrom('keys', () => {})
  expect(await other('archive')).toEqual([])
})
