import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slackOutlet } from '../../../lib/alerts/slack/outlet.ts'
import { postToSlack } from '../../../lib/alerts/slack/webhook.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { type FakeSlack, startFakeSlack } from '../support/fake-slack.ts'

let slack: FakeSlack
beforeAll(async () => {
  slack = await startFakeSlack()
})
afterAll(() => slack.close())
beforeEach(() => {
  slack.posts.length = 0
})
afterEach(() => slack.always(null))

const message = { headline: ['Hello'], sections: [] }
const mailing = { messages: [message] as const, counts: ['x'] }
const post = () => postToSlack(slack.url('secret-part'), { text: 'Hello', blocks: [] })

describe('a post to Slack', () => {
  test('is taken', async () => {
    expect(await post()).toEqual({ kind: 'sent' })
    expect(slack.posts.map(({ message: { text } }) => text)).toEqual(['Hello'])
  })

  test('that Slack throttles says how long to wait', async () => {
    slack.answer({ status: 429, headers: { 'retry-after': '7' } }, { status: 429 })
    expect(await post()).toEqual({ kind: 'throttled', retryAfter: 7_000 })
    expect(await post()).toEqual({ kind: 'throttled', retryAfter: 30_000 })
  })

  test.each([
    ['1000000000', 900_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 900_000],
    ['0', 1_000],
    ['1e9', 30_000],
  ])(
    'that Slack throttles for %s waits a quarter of an hour at most, a second at least',
    async (header, retryAfter) => {
      slack.answer({ status: 429, headers: { 'retry-after': header } })
      expect(await post()).toEqual({ kind: 'throttled', retryAfter })
    },
  )

  test.each([
    [404, 'no_service', 'no_service'],
    [410, 'channel_is_archived', 'channel_is_archived'],
    [403, 'invalid_token', 'invalid_token'],
    [404, '<html>whatever</html>', 'HTTP 404'],
  ])('to a webhook that is gone (%d %s) says so', async (status, body, reason) => {
    slack.answer({ status, body })
    expect(await post()).toEqual({ kind: 'gone', reason })
  })

  test.each([
    [500, 'oops!', 'HTTP 500'],
    [500, 'rollup_error', 'HTTP 500 rollup_error'],
    [302, '', 'no answer'],
  ])('that fails (%d %s) tells the status and never the address', async (status, body, reason) => {
    slack.answer({
      status,
      body,
      ...(status === 302 && { headers: { location: 'http://x.example' } }),
    })
    const posted = await post()
    expect(posted).toEqual({ kind: 'failed', reason })
    expect(JSON.stringify(posted)).not.toContain('secret-part')
  })

  test.each([
    [400, 'invalid_blocks', 'HTTP 400 invalid_blocks'],
    [400, ' no_text\n', 'HTTP 400 no_text'],
    [400, 'https://hooks.slack.com/services/secret-part', 'HTTP 400'],
    [413, '', 'HTTP 413'],
  ])('that Slack does not like (%d %s) has its own word', async (status, body, reason) => {
    slack.answer({ status, body })
    expect(await post()).toEqual({ kind: 'refused', reason })
  })

  test('reads no more of an answer than Slack has to say', async () => {
    slack.answer({ status: 500, body: 'x'.repeat(5_000_000) })
    expect(await post()).toEqual({ kind: 'failed', reason: 'HTTP 500' })
  })

  test('to a server that is not there fails', async () => {
    const posted = await postToSlack('http://127.0.0.1:9/services/secret', {
      text: 'x',
      blocks: [],
    })
    expect(posted).toEqual({ kind: 'failed', reason: 'no answer' })
  })
})

describe('the way to a channel', () => {
  const waits: number[] = []
  const outlet = (urls: (string | null)[]) =>
    slackOutlet(
      {
        addressOf: async () => {
          const url = urls.length > 1 ? urls.shift() : urls[0]
          return url ? { url, fingerprint: url } : null
        },
        post: postToSlack,
        sleep: async (milliseconds) => {
          waits.push(milliseconds)
        },
      },
      english,
    )
  const gone = (path: string) => ({ reason: 'no_service', fingerprint: slack.url(path) })

  test('reads the secret again where a webhook is gone, and uses the new one', async () => {
    slack.answer({ status: 404, body: 'no_service' })
    const way = outlet([slack.url('old'), slack.url('new')])
    expect(await way.send('office', mailing, null)).toEqual({ kind: 'sent' })
    expect(slack.posts.map(({ path }) => path)).toEqual(['/services/new'])
  })

  test('waits for an answer for as long as it is asked to', async () => {
    const slow = { status: 200, after: 300 }
    slack.answer(slow, slow)
    const way = outlet([slack.url('a')])
    const failed = { kind: 'failed', reason: 'no answer' }
    expect(await way.send('office', mailing, null, 50)).toEqual(failed)
    expect(await way.send('office', mailing, null, 5_000)).toEqual({ kind: 'sent' })
  })

  test('tries a webhook that is known to be gone no more', async () => {
    const way = outlet([slack.url('old')])
    expect(await way.send('office', mailing, gone('old'))).toEqual({
      kind: 'gone',
      gone: gone('old'),
    })
    expect(slack.posts).toEqual([])
  })

  test('says that a channel has no URL', async () => {
    expect(await outlet([null]).send('office', mailing, null)).toEqual({
      kind: 'gone',
      gone: { reason: 'no URL in the secret', fingerprint: 'none' },
    })
  })

  test('waits for Slack, as long as it wants, where nothing may be left out', async () => {
    slack.answer({ status: 429, headers: { 'retry-after': '2' } })
    expect(await outlet([slack.url('a')]).sendWhole('office', message)).toEqual({ kind: 'sent' })
    expect(waits).toEqual([2_000])
  })

  test('sends the other parts of what may not be left out where Slack fails at one, and says that it failed', async () => {
    const lines = Array.from({ length: 400 }, (_, n) => [`Person${n} ${'x'.repeat(60)}`])
    const long = { headline: ['Everyone'], sections: [{ heading: null, lines }] }
    slack.decide((raw) => (raw.includes('Person5 ') ? { status: 500 } : null))
    const outcome = await outlet([slack.url('a')]).sendWhole('office', long)
    slack.decide(null)
    expect(outcome).toEqual({ kind: 'failed', reason: 'HTTP 500' })
    expect(JSON.stringify(slack.posts)).toContain('Person399 ')
  })

  test('sends no third part where Slack fails at two', async () => {
    const lines = Array.from({ length: 900 }, (_, n) => [`Person${n} ${'x'.repeat(60)}`])
    const long = { headline: ['Everyone'], sections: [{ heading: null, lines }] }
    let asked = 0
    slack.decide(() => {
      asked += 1
      return { status: 500 }
    })
    await outlet([slack.url('a')]).sendWhole('office', long)
    slack.decide(null)
    expect(asked).toBe(6)
  })

  test('tries again in a moment where Slack fails and the message is wanted now', async () => {
    waits.length = 0
    slack.answer({ status: 500 })
    expect(await outlet([slack.url('a')]).sendWhole('office', message)).toEqual({ kind: 'sent' })
    expect(waits).toEqual([1_000])
  })
})
