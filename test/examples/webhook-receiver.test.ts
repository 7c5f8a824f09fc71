import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { expect, test as plainTest } from 'vitest'
import { createReceiver, keepNewest, type Received } from '../../examples/webhook-receiver.ts'
import { payloadOf } from '../../lib/webhooks/payload.ts'
import { signedHeaders } from '../../lib/webhooks/wire/signature.ts'
import { aClockIn } from '../alerts/support/events.ts'

const key = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`
const otherKey = `whsec_${Buffer.alloc(32, 'b').toString('base64')}`
const event = aClockIn(1, '2026-11-20T09:00:00Z')

const test = plainTest.extend(
  'receiver',
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  async ({}, { onCleanup }) => {
    const kept: Received[] = []
    const fails = { next: false }
    const server = createReceiver(key, {
      has: async (id) => kept.some((each) => each.id === id),
      keep: async (each) => {
        if (fails.next) {
          fails.next = false
          throw new Error('The database is away')
        }
        kept.push(each)
      },
    }).listen(0, '127.0.0.1')
    onCleanup(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const post = async (body: string, headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
      return answer.status
    }
    /** Begins to post, and is gone before the rest is there. */
    const breakOff = async (): Promise<void> => {
      const read = once(server, 'request')
      const socket = connect(port, '127.0.0.1')
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
      const [request] = await read
      socket.resetAndDestroy()
      await new Promise((resolve) => request.once('close', resolve))
    }
    return { kept, fails, post, breakOff }
  },
)

const signed = (body: string, keys = [key], now = Date.now()) =>
  signedHeaders(event.id, now, body, keys)

test.for(['full', 'thin'] as const)(
  'what is signed is kept, once, however often it comes: %s',
  async (payload, { receiver: { kept, post } }) => {
    const body = payloadOf(event, payload)
    for (const _ of [1, 2, 3]) expect(await post(body, signed(body))).toBe(204)
    expect(kept).toEqual([JSON.parse(body)])
    expect(kept[0]?.id).toBe(event.id)
  },
)

test('while keys change, either is right', async ({ receiver: { kept, post } }) => {
  const body = payloadOf(event, 'full')
  expect(await post(body, signed(body, [otherKey, key]))).toBe(204)
  expect(kept.length).toBe(1)
})

test('what is forged, changed or old is refused', async ({ receiver: { kept, post } }) => {
  const body = payloadOf(event, 'full')
  expect(await post(body, signed(body, [otherKey]))).toBe(400)
  expect(await post(`${body} `, signed(body))).toBe(400)
  expect(await post(body, signed(body, [key], Date.now() - 6 * 60_000))).toBe(400)
  expect(await post(body, {})).toBe(400)
  expect(kept).toEqual([])
})

test('what cannot be kept is asked for again', async ({ receiver: { kept, fails, post } }) => {
  const body = payloadOf(event, 'full')
  fails.next = true
  expect(await post(body, signed(body))).toBe(500)
  expect(await post(body, signed(body))).toBe(204)
  expect(kept.length).toBe(1)
})

test('a sender that breaks off is nothing to the others', async ({
  receiver: { kept, post, breakOff },
}) => {
  await breakOff()
  const body = payloadOf(event, 'full')
  expect(await post(body, signed(body))).toBe(204)
  expect(kept.length).toBe(1)
})

const received = (subject: string, sequence: string): Received => ({
  ...{ id: `${subject}-${sequence}`, type: 'attendance.clocked-in', time: event.time, data: {} },
  subject,
  sequence,
})

test('what comes late does not undo what is known of an employee', () => {
  const known = new Map<string, Received>()
  expect(keepNewest(known, received('a', '00000000000000000002'))).toBe(true)
  expect(keepNewest(known, received('a', '00000000000000000001'))).toBe(false)
  expect(keepNewest(known, received('b', '00000000000000000001'))).toBe(true)
  expect(keepNewest(known, received('a', '00000000000000000010'))).toBe(true)
  const { subject, sequence, ...ofNobody } = received('a', '00000000000000000011')
  expect(keepNewest(known, ofNobody)).toBe(false)
  expect([...known.values()].map(({ id }) => id)).toEqual([
    'a-00000000000000000010',
    'b-00000000000000000001',
  ])
})

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  )

test('the page for receivers shows what is tested here', () => {
  const source = readFileSync(
    new URL('../../examples/webhook-receiver.ts', import.meta.url),
    'utf8',
  )
  expect(blocks('ts')).toEqual([source])
})

test('the thin event on the page is what is sent', () => {
  const [, thin = '{}'] = blocks('json').slice(-2)
  const shown = JSON.parse(thin)
  const sent = JSON.parse(payloadOf(event, 'thin'))
  expect(Object.keys(shown)).toEqual(Object.keys(sent))
  expect(Object.keys(shown.data)).toEqual(Object.keys(sent.data))
})
