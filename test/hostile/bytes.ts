import { gzipSync } from 'node:zlib'
import fc from 'fast-check'

type Damage = (text: Buffer, at: number) => Buffer

const inserted =
  (bytes: number[]): Damage =>
  (text, at) =>
    Buffer.concat([text.subarray(0, at), Buffer.from(bytes), text.subarray(at)])

/** What can become of a text on its way: by a proxy, a serialiser, a cable. */
const damages: Record<string, Damage> = {
  none: (text) => text,
  'byte order mark': (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
  'cut off': (text, at) => text.subarray(0, at),
  'NUL inserted': inserted([0]),
  'lone surrogate inserted': inserted([0xed, 0xa0, 0x80]),
  'half a character inserted': inserted([0xc3]),
  'a byte changed': (text, at) =>
    Buffer.from(text.map((byte, index) => (index === at ? byte ^ 0x55 : byte))),
  'sent twice': (text) => Buffer.concat([text, text]),
  'in UTF-16': (text) => Buffer.from(text.toString(), 'utf16le'),
  compressed: (text) => gzipSync(text),
  nothing: () => Buffer.alloc(0),
  'in a page': (text) => Buffer.concat([Buffer.from('<pre>'), text]),
  'with duplicate keys': (text) =>
    Buffer.from(text.toString().replace('{', '{"items": 7, "access_token": "twice", ')),
}

/** A text as bytes, damaged in one way at some place. */
export const damaged = (text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc
    .record({
      text,
      damage: fc.constantFrom(...Object.values(damages)),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ text: whole, damage, at }) => {
      const bytes = Buffer.from(whole)
      return Buffer.from(damage(bytes, Math.floor(at * bytes.length)))
    })

/** Content types, right and wrong ones. */
export const contentType = fc.constantFrom(
  'application/json',
  'application/problem+json',
  'application/json; charset=utf-16',
  'text/html',
  'multipart/form-data; boundary=x',
  '*',
)
