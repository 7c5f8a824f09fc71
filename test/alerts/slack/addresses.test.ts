import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { addressesFrom, isWebhook } from '../../../lib/alerts/slack/addresses.ts'
import { slackOutlet } from '../../../lib/alerts/slack/outlet.ts'
import { postToSlack } from '../../../lib/alerts/slack/webhook.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { useSecrets } from '../../harness/secrets.ts'

const name = 'attendance-test/slack-webhooks'
const good = 'https://hooks.slack.com/services/hunter2'

const { values } = useSecrets()

describe('the address of a channel', () => {
  test('is the one of its name; a channel without one has none', async () => {
    values.set(name, JSON.stringify({ office: good }))
    const read = addressesFrom(name)
    expect(await read('office')).toEqual({ url: good, fingerprint: expect.any(String) })
    expect(await read('yard')).toBeNull()
    expect(await read('constructor')).toBeNull()
  })

  test.each<[string, unknown]>([
    ['plain http to another machine', 'http://127.hunter2.example/services'],
    ['a user and a password', 'https://me:hunter2@hooks.slack.com/services'],
    ['no text', { hunter2: true }],
    ['no URL', 'hunter2'],
  ])('that is %s is refused by name, and costs no other channel', async (_what, bad) => {
    values.set(name, JSON.stringify({ office: good, yard: bad }))
    const read = addressesFrom(name)
    const error = await read('yard').catch((thrown) => thrown)
    expect(String(error)).toBe(`SecretShapeError: Secret ${name}, yard: must be an https URL`)
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2')
    expect((await read('office'))?.url).toBe(good)
  })

  test('that cannot be used says so where the delivery fails', async () => {
    values.set(name, '{"office":"hunter2"}')
    const ports = {
      addressOf: addressesFrom(name),
      post: postToSlack,
      sleep: async () => undefined,
    }
    const outlet = slackOutlet(ports, english)
    const mailing = { messages: [{ headline: ['Hello'], sections: [] }] as const, counts: ['x'] }
    expect(await outlet.send('office', mailing, null)).toEqual({
      kind: 'failed',
      reason: `Secret ${name}, office: must be an https URL`,
    })
  })
})

test('http is for this machine alone', () => {
  const addresses = [
    'http://127.0.0.1:9/x',
    'http://[::1]/x',
    'http://localhost/x',
    'https://a.b/x',
  ]
  expect(addresses.filter(isWebhook)).toEqual(addresses)
  const others = ['http://127.0.0.1.a.b/x', 'http://localhost.a.b/x', 'ftp://a.b/x', '//a.b', '']
  expect(others.filter(isWebhook)).toEqual([])
})
