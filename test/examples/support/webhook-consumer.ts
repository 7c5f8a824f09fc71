import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { payloadOf } from '../../../lib/webhooks/payload.ts'
import { testDelivery } from '../../../lib/webhooks/receiving/delivery-of.ts'
import { signedHeaders } from '../../../lib/webhooks/wire/signature.ts'
import { numbered, snapshotOf } from './events.ts'

const aKey = (letter: string): string => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const [key, newKey, otherKey] = [aKey('a'), aKey('b'), aKey('c')]

/** A consumer that listens, and what it acted on so far. */
type Listening = { url: string; acted: () => string[] }
type Sending = { keys?: string[]; at?: number; tamper?: (body: string) => string }

const post = async (
  url: string,
  body: string,
  { keys = [key], at = Date.now(), tamper = (text) => text }: Sending = {},
): Promise<number> => {
  const headers = signedHeaders('some-id', at, body, keys)
  const { status } = await fetch(url, { method: 'POST', body: tamper(body), headers })
  return status
}

/** Posts what follows such headers as it is. @returns the status; the connection stays open until there is one */
const postRaw = async (url: string, headers: string[], rest = ''): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = ['POST / HTTP/1.1', `Host: ${hostname}`, 'Connection: close', ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n${rest}`)
  return (await text(socket)).split(' ')[1] ?? 'no answer'
}

const now = String(Math.floor(Date.now() / 1_000))
/** What no sender writes: a number that is none, or too large for one, and what is not Base64. */
const malformed = {
  'webhook-id': [''],
  'webhook-timestamp': [
    '',
    'abc',
    '-1',
    '1e3',
    '\u00b2',
    `-${now}`,
    ...[400, 5_000].map((n) => '9'.repeat(n)),
  ],
  'webhook-signature': ['', 'v1', 'v1,', 'v1,!', 'v1,\u00e9', 'v2,eA==', 'v1,eA== v1'],
}
const lengths = [
  '-1',
  'abc',
  '+2',
  '1_0',
  '0x2',
  '2.0',
  '\u00b2',
  '9'.repeat(400),
  '9'.repeat(5_000),
]

/**
 * What a receiver of webhooks must do, in whichever language.
 * @param start with keys, for the length of a test
 */
export const testWebhookConsumer = (
  name: string,
  start: (keys: string[]) => Promise<Listening>,
): void => {
  const full = (n: number): string => payloadOf(numbered(n), 'full')

  test(`${name} acts once on each event, full or thin, and says what came late`, async () => {
    const { url, acted } = await start([key])
    for (const n of [1, 3, 2, 3, 1]) expect(await post(url, full(n))).toBe(204)
    expect(await post(url, payloadOf(numbered(4), 'thin'))).toBe(204)
    expect(await post(url, testDelivery('/attendance-events/test', Date.now()).event ?? '')).toBe(
      204,
    )
    await vi.waitFor(() =>
      expect(acted()).toEqual([
        '1 attendance.clocked-in',
        '3 attendance.clocked-in',
        '2 attendance.clocked-in (late)',
        '4 attendance.clocked-in',
      ]),
    )
  })

  test(`${name} does nothing about a snapshot, nor misses an event for it`, async () => {
    const { url, acted } = await start([key])
    for (const event of snapshotOf(2)) expect(await post(url, payloadOf(event, 'full'))).toBe(204)
    for (const n of [1, 2]) expect(await post(url, full(n))).toBe(204)
    expect(await post(url, payloadOf({ ...numbered(3), snapshot: true }, 'thin'))).toBe(204)
    await vi.waitFor(() =>
      expect(acted()).toEqual(['1 attendance.clocked-in', '2 attendance.clocked-in']),
    )
  })

  test(`${name} takes either key while they change`, async () => {
    const { url } = await start([key, newKey])
    for (const keys of [[key], [newKey], [newKey, key], [otherKey, newKey]])
      expect(await post(url, full(1), { keys })).toBe(204)
    expect(await post(url, full(1), { keys: [otherKey] })).toBe(400)
  })

  test(`${name} acts on nothing that is forged, changed or old`, async () => {
    const { url, acted } = await start([key])
    const minutes = 60_000
    expect(await post(url, full(1), { keys: [otherKey] })).toBe(400)
    expect(await post(url, full(1), { tamper: (body) => `${body} ` })).toBe(400)
    expect(await post(url, full(1), { at: Date.now() - 6 * minutes })).toBe(400)
    expect(await post(url, full(1), { at: Date.now() + 6 * minutes })).toBe(400)
    expect((await fetch(url, { method: 'POST', body: full(1) })).status).toBe(400)
    // What comes after all of them is the first that it acts on.
    expect(await post(url, full(2))).toBe(204)
    await vi.waitFor(() => expect(acted()).toEqual(['2 attendance.clocked-in']))
  })

  test(`${name} trusts nobody where its key is none, and misses nothing for that`, async () => {
    for (const keys of [['whsec_'], ['whsec_!!!'], [key, 'whsec_'], [key.slice(6)]]) {
      const { url, acted } = await start(keys)
      const body = full(1)
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const by = (secret: string) =>
        `v1,${createHmac('sha256', secret).update(`some-id.${timestamp}.${body}`).digest('base64')}`
      const headers = { 'webhook-id': 'some-id', 'webhook-timestamp': timestamp }
      for (const signature of [by(''), by('a'.repeat(32))]) {
        const signed = { ...headers, 'webhook-signature': signature }
        const { status } = await fetch(url, { method: 'POST', body, headers: signed })
        expect(status, `${keys}`).toBe(500)
      }
      expect(acted()).toEqual([])
    }
  })

  test(`${name} answers 400 to headers that no sender writes`, async () => {
    const { url, acted } = await start([key])
    const body = full(1)
    const headers = signedHeaders('some-id', Date.now(), body, [key])
    for (const [header, values] of Object.entries(malformed))
      for (const value of values) {
        const { status } = await fetch(url, {
          ...{ method: 'POST', body },
          headers: { ...headers, [header]: value },
        })
        expect([header, value, status]).toEqual([header, value, 400])
      }
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`)
    for (const length of lengths) {
      const status = await postRaw(url, [...lines, `Content-Length: ${length}`], body)
      expect([length, status]).toEqual([length, '400'])
    }
    expect(await postRaw(url, lines)).toBe('400')
    const whole = [...lines, `Content-Length: ${body.length}`]
    for (const again of [lines[0], whole.at(-1)]) {
      const status = await postRaw(url, [...whole, again ?? ''], body)
      expect([again, status]).toEqual([again, '400'])
    }
    expect(await postRaw(url, ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n')).toBe('400')
    expect(await post(url, full(2))).toBe(204)
    await vi.waitFor(() => expect(acted()).toEqual(['2 attendance.clocked-in']))
  })
}
