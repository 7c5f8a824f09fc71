import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postToSlack } from '../../lib/alerts/slack/webhook.ts'
import { captureOutput } from '../harness/output.ts'
import {
  type Behaviour,
  brokenOff,
  dripping,
  drop,
  page,
  raw,
  silent,
  startService,
  status,
} from '../workforce/service.ts'
import { hostileValue } from './arbitraries.ts'
import { damaged } from './bytes.ts'

/** What makes the URL a credential. */
const secret = 'T0-canary-7f3a'
const timeout = 200
const message = { text: 'Hello', blocks: [] }

/** A post to a Slack that answers as told; nothing may be written, and nothing tell the URL. */
const startSlack = async () => {
  let next: Behaviour = raw('ok')
  const service = await startService((response, seen) => next(response, seen))
  const output = captureOutput()
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  return async (behaviour: Behaviour) => {
    next = behaviour
    const posted = await postToSlack(`${service.url}/services/${secret}`, message, timeout)
    expect(JSON.stringify(posted)).not.toContain(secret)
    expect(output.text()).toBe('')
    return posted
  }
}

const word = fc.constantFrom(
  'ok',
  'no_service',
  'invalid_payload',
  ' channel_is_archived\n',
  secret,
)
const body = damaged(
  fc.oneof(
    word,
    hostileValue.map((value) => JSON.stringify(value) ?? ''),
  ),
)
const answerStatus = fc.oneof(
  fc.constantFrom(200, 201, 204, 301, 302, 400, 401, 403, 404, 410, 413, 429, 500, 503, 599),
  fc.integer({ min: 200, max: 599 }),
)
const retryAfter = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1',
    '30',
    '1.5',
    '1e9',
    '1000000000',
    '9'.repeat(400),
    'NaN',
    'Infinity',
    '',
    ' 7 ',
    '0x10',
    '7, 9',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Friday, next week',
  ),
  fc.string({ unit: fc.constantFrom('0', '5', '9', '-', '.', 'e', ' ', 'G') }),
)

test('whatever Slack answers is taken, throttled within bounds, gone, refused or failed', async () => {
  const post = await startSlack()
  await fc.assert(
    fc.asyncProperty(answerStatus, body, fc.option(retryAfter), async (code, bytes, wait) => {
      const headers = wait === null ? {} : { 'retry-after': wait }
      const posted = await post((response) => response.writeHead(code, headers).end(bytes))
      if (code >= 200 && code < 300) expect(posted).toEqual({ kind: 'sent' })
      else if (posted.kind === 'throttled') {
        expect(code).toBe(429)
        expect(posted.retryAfter).toBeGreaterThanOrEqual(1_000)
        expect(posted.retryAfter).toBeLessThanOrEqual(15 * 60_000)
      } else {
        expect(['gone', 'failed', 'refused']).toContain(posted.kind)
        expect(code).not.toBe(429)
        expect(JSON.stringify(posted)).toMatch(
          /^\{"kind":"\w+","reason":"([a-z_ ]+|HTTP \d{3}( [a-z_]+)?)"\}$/,
        )
      }
    }),
    { numRuns: 300 },
  )
})

const flood: Behaviour = (response) => {
  response.writeHead(500)
  const more = (): void =>
    void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)))
  more()
}
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
const throttlingDrip: Behaviour = (response) => {
  response.writeHead(429, { 'retry-after': '7' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

test.each<[string, Behaviour, object]>([
  ['drops the connection', drop, { kind: 'failed', reason: 'no answer' }],
  ['never answers', silent, { kind: 'failed', reason: 'no answer' }],
  ['takes it, and drips its answer for ever', dripping, { kind: 'sent' }],
  ['takes it, and breaks its answer off', brokenOff(200), { kind: 'sent' }],
  ['throttles, and drips', throttlingDrip, { kind: 'throttled', retryAfter: 7_000 }],
  ['refuses, and breaks off', brokenOff(404), { kind: 'gone', reason: 'HTTP 404' }],
  ['floods', flood, { kind: 'failed', reason: 'HTTP 500' }],
  [
    'compresses 50 MB of nothing',
    (response) => response.writeHead(400, { 'content-encoding': 'gzip' }).end(bomb),
    { kind: 'refused', reason: 'HTTP 400' },
  ],
  [
    'speaks another protocol',
    (response) => response.socket?.end('SSH-2.0-x\r\n'),
    { kind: 'failed', reason: 'no answer' },
  ],
  [
    'switches to another protocol',
    (response) => response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
    { kind: 'failed', reason: 'no answer' },
  ],
])('a Slack that %s has one outcome, soon', async (_what, behaviour, outcome) => {
  const post = await startSlack()
  const began = performance.now()
  expect(await post(behaviour)).toEqual(outcome)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%d) is not followed: nobody else gets the message',
  async (code) => {
    const elsewhere = await startService(page([]))
    const post = await startSlack()
    const posted = await post(status(code, { location: `${elsewhere.url}/services/x` }))
    expect(posted).toEqual({ kind: 'failed', reason: 'no answer' })
    expect(elsewhere.seen).toEqual([])
  },
)
