import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttendanceEvent, ClockedIn } from '../../consumer/src/events.ts'
import type { Delivery, ThinEvent } from '../../consumer/src/payloads.ts'
import { type RequestHeaders, verify, WebhookError } from '../../consumer/src/verify.ts'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { readEvent } from '../../lib/routing/event-message.ts'
import { redactEvent } from '../../lib/routing/redact.ts'
import { showLevels } from '../../lib/routing/where.ts'
import { payloadOf } from '../../lib/webhooks/payload.ts'
import { testDelivery } from '../../lib/webhooks/receiving/delivery-of.ts'
import { signedHeaders } from '../../lib/webhooks/wire/signature.ts'
import { publishedExamples } from '../../scripts/event-catalog/examples.ts'

const aKey = (letter: string): string => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const [key, newKey, otherKey] = [aKey('a'), aKey('b'), aKey('c')]
const made = publishedExamples()

const published = (name: (typeof eventNames)[number]) => {
  const read = readEvent(made[name].event)
  if (read?.kind !== 'event') throw new Error(`${name} is no event`)
  return read.event
}
const event = published('clocked-in')
const body = payloadOf(event, 'full')
const signed = (text = body, keys = [key], now = Date.now()) =>
  signedHeaders(event.id, now, text, keys)

describe('what is posted is given with its form', () => {
  test.each(eventNames)('%s: full, at every level of what is shown', (name) => {
    for (const show of showLevels) {
      const shown = redactEvent(published(name), show)
      if (shown === null) continue
      const text = payloadOf(shown, 'full')
      expect(verify(text, signed(text), key)).toEqual({ kind: 'full', event: JSON.parse(text) })
    }
    const text = payloadOf(published(name), 'thin')
    expect(verify(text, signed(text), key)).toEqual({ kind: 'thin', event: JSON.parse(text) })
  })

  test('the test event of an operator', () => {
    const text = testDelivery('/attendance-events/prod', Date.now()).event ?? ''
    expect(verify(text, signed(text), key)).toEqual({ kind: 'test', event: JSON.parse(text) })
  })

  test('an event of a type that came after this version', () => {
    const text = body.replace('attendance.clocked-in', 'attendance.clocked-sideways')
    expect(verify(text, signed(text), key)).toMatchObject({
      kind: 'unknown',
      event: { type: 'attendance.clocked-sideways', subject: event.subject },
    })
  })

  test('the types say of each form what it has', () => {
    const idOf = ({ kind, event }: Delivery): string | null => {
      if (kind === 'test' || kind === 'unknown') return null
      const name = kind === 'full' ? event.data.employee.givenName : event.data.employee.id
      return event.type === 'attendance.clocked-in' ? `${name} ${event.data.clocking.id}` : name
    }
    const full: AttendanceEvent = JSON.parse(body)
    const narrowed: ClockedIn | null = full.type === 'attendance.clocked-in' ? full : null
    const thin: ThinEvent = JSON.parse(payloadOf(event, 'thin'))
    const clocking = narrowed?.data.clocking.id
    expect(idOf({ kind: 'full', event: full })).toBe(`${full.data.employee.givenName} ${clocking}`)
    expect(idOf({ kind: 'thin', event: thin })).toBe(`${event.subject} ${clocking}`)
  })
})

describe('a request is read', () => {
  const headers = signed()
  const shapes: [string, RequestHeaders][] = [
    ['with headers of fetch', new Headers(headers)],
    [
      'with headers in capitals',
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    ],
    [
      'with headers in lists',
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
  ]
  test.each(shapes)('%s', (_, each) => {
    expect(verify(body, each, key).event.id).toBe(event.id)
  })

  test('of bytes as of text', () => {
    expect(verify(Buffer.from(body), headers, key).event.id).toBe(event.id)
    expect(verify(new TextEncoder().encode(body), headers, [key]).event.id).toBe(event.id)
  })

  test('while keys change, on either side', () => {
    expect(verify(body, signed(body, [newKey, key]), key).event.id).toBe(event.id)
    expect(verify(body, signed(body, [newKey, key]), newKey).event.id).toBe(event.id)
    expect(verify(body, signed(body, [newKey]), [key, newKey]).event.id).toBe(event.id)
  })
})

const refusal = (run: () => unknown): WebhookError => {
  try {
    run()
  } catch (error) {
    if (error instanceof WebhookError) return error
    throw error
  }
  throw new Error('It was taken')
}

describe('a request is refused', () => {
  const { 'webhook-id': _, ...withoutId } = signed()
  const minutes = 60_000
  const bytes = Buffer.from(body)
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])
  const notUtf8 = Buffer.concat([bytes, Buffer.from([0xff])])
  const twice = { ...signed(), 'webhook-signature': ['v1,a', 'v1,b'] }
  const noEvent = JSON.stringify({ hello: 'world' })
  const cases: [string, string | Uint8Array, RequestHeaders, string | string[], string][] = [
    ['signed with another key', body, signed(body, [otherKey]), [key, newKey], 'signature'],
    ['with a space more', `${body} `, signed(), key, 'signature'],
    ['with a mark of byte order before it', marked, signed(), key, 'signature'],
    ['of six minutes ago', body, signed(body, [key], Date.now() - 6 * minutes), key, 'signature'],
    ['of in six minutes', body, signed(body, [key], Date.now() + 6 * minutes), key, 'signature'],
    ['of another id', body, { ...signed(), 'webhook-id': 'other' }, key, 'signature'],
    [
      'with a signature that is none',
      body,
      { ...signed(), 'webhook-signature': 'v1' },
      key,
      'signature',
    ],
    ['without the id', body, withoutId, key, 'headers'],
    ['with two signatures that are two headers', body, twice, key, 'headers'],
    ['without headers', body, {}, key, 'headers'],
    ['that is not UTF-8', notUtf8, signed(), key, 'body'],
    ['that is signed and not JSON', 'hello', signed('hello'), key, 'body'],
    ['that is signed and empty', '', signed(''), key, 'body'],
    ['that is signed and no event', noEvent, signed(noEvent), key, 'body'],
    ['where the key is none', body, signed(), 'whsec_!', 'key'],
    ['where there is no key', body, signed(), [], 'key'],
    ['where the key is empty', body, signed(), 'whsec_', 'key'],
    ['where the key is short', body, signed(), `whsec_${btoa('a'.repeat(23))}`, 'key'],
    ['where the key is long', body, signed(), `whsec_${btoa('a'.repeat(65))}`, 'key'],
    ['where the key is half pasted', body, signed(), key.slice('whsec_'.length), 'key'],
  ]
  test('with any byte changed', () => {
    const headers = signed()
    const someByte = fc.nat({ max: bytes.length - 1 })
    fc.assert(
      fc.property(someByte, fc.integer({ min: 1, max: 255 }), (index, change) => {
        const changed = Uint8Array.from(bytes, (byte, at) => (at === index ? byte ^ change : byte))
        expect(['signature', 'body']).toContain(refusal(() => verify(changed, headers, key)).reason)
      }),
    )
  })

  test.each(cases)('%s', (_, text, headers, keys, reason) => {
    const error = refusal(() => verify(text, headers, keys))
    expect(error).toMatchObject({ name: 'WebhookError', reason })
    expect(error.message).not.toMatch(/whsec_\S|Amina|hello|v1,/)
    expect(error.cause).toBeUndefined()
  })
})
