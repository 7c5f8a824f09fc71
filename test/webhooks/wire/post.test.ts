import type { lookup } from 'node:dns'
import { describe, expect, test as plainTest } from 'vitest'
import { isLoopbackAddress, isPublic } from '../../../lib/webhooks/wire/addresses.ts'
import { createPoster } from '../../../lib/webhooks/wire/post.ts'
import { certificateFor, hostname, startReceiver, status } from '../support/receiver.ts'

/** A resolver that knows every name by the same addresses, which may change from one to the next. */
const resolvingTo = (...turns: string[][]): typeof lookup => {
  let asked = 0
  const resolve = (_name: string, _options: unknown, callback: (...args: unknown[]) => void) => {
    const addresses = turns[Math.min(asked++, turns.length - 1)] ?? []
    const family = (address: string) => (address.includes(':') ? 6 : 4)
    callback(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    )
  }
  return resolve as typeof lookup
}
const here = resolvingTo(['127.0.0.1'])

const test = plainTest.extend(
  'receiver',
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  async ({}, { onCleanup }) => {
    const receiver = await startReceiver([])
    onCleanup(receiver.close)
    return receiver
  },
)
const trusting = (ca: string, resolve = here) =>
  createPoster({ isAllowed: isLoopbackAddress, lookup: resolve, ca }).post
const guarded = (resolve: typeof lookup) =>
  createPoster({ isAllowed: isPublic, lookup: resolve }).post
const failing = (reason: string) => ({ status: null, retryAfter: null, reason })

describe('a post', () => {
  test('brings the bytes and the headers, and says what was answered', async ({ receiver }) => {
    receiver.behaveAs(status(202))
    const answer = await trusting(receiver.cert)(
      receiver.url,
      { 'webhook-id': 'x' },
      '{"a":1}',
      5_000,
    )
    expect(answer).toEqual({ status: 202, retryAfter: null, reason: null })
    expect(receiver.received).toMatchObject([{ id: 'x', raw: '{"a":1}' }])
  })

  test('follows no redirect', async ({ receiver }) => {
    receiver.behaveAs(status(307, { location: 'https://elsewhere.example/' }))
    const answer = await trusting(receiver.cert)(receiver.url, {}, '{}', 5_000)
    expect(answer).toMatchObject({ status: 307 })
    expect(receiver.refused).toHaveLength(1)
  })

  test.for([
    [{ 'retry-after': '120' }, 120_000],
    // It is asked to wait, in no form that there is.
    [{ 'retry-after': 'soon' }, 5_000],
    [{ 'retry-after': '1.5' }, 5_000],
    [{ 'retry-after': '' }, 5_000],
    [{}, null],
  ] as const)(
    'says how long it is asked to wait: %j',
    async ([headers, retryAfter], { receiver }) => {
      receiver.behaveAs(status(503, headers))
      const answer = await trusting(receiver.cert)(receiver.url, {}, '{}', 5_000)
      expect(answer).toEqual({ status: 503, retryAfter, reason: null })
    },
  )

  test('ends in time where there is no answer', async ({ receiver }) => {
    receiver.behaveAs(() => {})
    const began = performance.now()
    const answer = await trusting(receiver.cert)(receiver.url, {}, '{}', 300)
    expect(answer).toEqual(failing('no answer in time'))
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  test('does not wait for the end of an answer, nor read one that has none', async ({
    receiver,
  }) => {
    let written = 0
    let isEnded = false
    receiver.behaveAs((response) => {
      response.writeHead(200)
      response.once('close', () => {
        isEnded = true
      })
      const more = () => {
        if (isEnded) return
        written += 1_000
        response.write('x'.repeat(1_000))
        setTimeout(more, 1)
      }
      more()
    })
    const answer = await trusting(receiver.cert)(receiver.url, {}, '{}', 5_000)
    expect(answer).toMatchObject({ status: 200 })
    await expect.poll(() => isEnded, { timeout: 4_000 }).toBe(true)
    expect(written).toBeLessThan(1_000_000)
  })

  test('that is cut off says so', async ({ receiver }) => {
    receiver.behaveAs((response) => response.socket?.destroy())
    const answer = await trusting(receiver.cert)(receiver.url, {}, '{}', 5_000)
    expect(answer).toEqual(failing('connection reset'))
  })

  test('on a kept connection that the endpoint has just ended is sent on another', async ({
    receiver,
  }) => {
    const post = trusting(receiver.cert)
    let posts = 0
    receiver.behaveAs((response) => {
      if (++posts === 2) response.socket?.destroy()
      else response.writeHead(204).end()
    })
    expect(await post(receiver.url, {}, '{}', 5_000)).toMatchObject({ status: 204 })
    expect(await post(receiver.url, {}, '{}', 5_000)).toMatchObject({ status: 204 })
    expect(posts).toBe(3)
  })

  test('that nobody takes says so', async ({ receiver }) => {
    await receiver.close()
    const answer = await trusting(receiver.cert)(receiver.url, {}, '{}', 5_000)
    expect(answer).toEqual(failing('connection refused'))
  })

  test('goes to nobody whose certificate is not trusted, or is for another name', async ({
    receiver,
  }) => {
    const untrusting = createPoster({ isAllowed: isLoopbackAddress, lookup: here }).post
    expect(await untrusting(receiver.url, {}, '{}', 5_000)).toEqual(
      failing('certificate not accepted'),
    )
    const other = await startReceiver([], await certificateFor('other.example'))
    const answer = await trusting(other.cert)(other.url, {}, '{}', 5_000)
    await other.close()
    expect(answer).toEqual(failing('certificate not accepted'))
    expect([...receiver.refused, ...other.received, ...other.refused]).toEqual([])
  })
})

describe('an address that is not public is not connected to', () => {
  test.for([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    'fd00:ec2::254',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ])('%s, by a name or as it stands', async (address, { receiver }) => {
    const { port } = receiver
    const byName = await guarded(resolvingTo([address]))(
      `https://${hostname}:${port}/`,
      {},
      '{}',
      2_000,
    )
    expect(byName).toEqual(failing('address not allowed'))
    const literal = address.includes(':') ? `[${address}]` : address
    const asItStands = await guarded(here)(`https://${literal}:${port}/`, {}, '{}', 2_000)
    expect(asItStands).toEqual(failing('address not allowed'))
    expect([...receiver.received, ...receiver.refused]).toEqual([])
  })

  test.for(['2130706433', '0x7f.1', '127.1', '0177.0.0.1'])(
    'however it is written: %s',
    async (address, { receiver }) => {
      const url = `https://${address}:${receiver.port}/`
      expect(await guarded(here)(url, {}, '{}', 2_000)).toEqual(failing('address not allowed'))
    },
  )

  test('though a name was public when it was looked up first', async ({ receiver }) => {
    const changing = resolvingTo(['203.0.113.7'], ['127.0.0.1'])
    const post = guarded(changing)
    const url = `https://${hostname}:${receiver.port}/`
    // Documentation addresses are nobody's, and count as reserved.
    expect(isPublic('203.0.113.7')).toBe(false)
    expect(await post(url, {}, '{}', 500)).toEqual(failing('address not allowed'))
    expect(await post(url, {}, '{}', 500)).toEqual(failing('address not allowed'))
    expect([...receiver.received, ...receiver.refused]).toEqual([])
  })

  test('where a name has several addresses, to those that are public alone', async ({
    receiver,
  }) => {
    const isThis = (address: string) => address === '127.0.0.1'
    const both = resolvingTo(['127.0.0.2', '127.0.0.1'])
    const { post } = createPoster({ isAllowed: isThis, lookup: both, ca: receiver.cert })
    expect(await post(receiver.url, {}, '{}', 2_000)).toMatchObject({ status: 204 })
  })
})

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true)
  },
)
