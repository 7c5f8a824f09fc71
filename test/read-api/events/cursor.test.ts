import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Cursor,
  CursorError,
  cursorText,
  OtherTableError,
  readCursor,
} from '../../../lib/read-api/events/cursor.ts'
import { lanes } from '../../../lib/store/events/lanes.ts'

const origin = { source: '/attendance-events/test', tableId: 'one' }
const count = fc.nat({ max: 999_999_999_999 })
const aCursor: fc.Arbitrary<Cursor> = fc.record({
  positions: fc.array(count, { minLength: lanes.length, maxLength: lanes.length }),
  within: fc.option(
    fc.record({
      lane: fc.nat({ max: lanes.length - 1 }),
      events: fc.integer({ min: 1, max: 10_000 }),
    }),
  ),
  caughtUpAt: fc.option(fc.integer({ min: 1, max: 9_999_999_999 }).map((at) => at * 1_000)),
})

test('a cursor is read as it was written, and is safe in a URL', () => {
  fc.assert(
    fc.property(aCursor, (cursor) => {
      const text = cursorText(cursor, origin)
      expect(readCursor(text, origin)).toEqual(cursor)
      expect(text).toMatch(/^[\w-]+$/)
    }),
  )
})

test('a cursor of a year is short', () => {
  const positions = lanes.map(() => 500_000)
  const within = { lane: 15, events: 40 }
  const caughtUpAt = Date.parse('2026-11-20T12:00:00Z')
  expect(cursorText({ positions, within, caughtUpAt }, origin).length).toBeLessThanOrEqual(80)
})

test('a cursor that was cut off, continued or written otherwise is none', () => {
  fc.assert(
    fc.property(aCursor, fc.nat({ max: 200 }), (cursor, length) => {
      const text = cursorText(cursor, origin)
      const bytes = Buffer.from(text, 'base64url')
      const cut = bytes.subarray(0, length % bytes.length).toString('base64url')
      // What is left of a place within a segment is a cursor of its own.
      fc.pre(cursor.within === null)
      expect(() => readCursor(cut, origin)).toThrow(CursorError)
      for (const other of [`${text}AA`, `${text}=`, ` ${text}`, 'latest', ''])
        expect(() => readCursor(other, origin), other).toThrow(CursorError)
    }),
  )
})

test('any other text is no cursor', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      expect(() => readCursor(text, origin)).toThrow(CursorError)
    }),
  )
})

test('a cursor with a number that is none, or higher than any position, is none', () => {
  const text = cursorText({ positions: lanes.map(() => 0), within: null, caughtUpAt: null }, origin)
  const mark = Buffer.from(text, 'base64url').subarray(0, 5)
  const rest = Array.from({ length: lanes.length - 1 }, () => 0)
  const tampered = (number: number[]) =>
    Buffer.concat([mark, Buffer.from([0, ...number, ...rest])]).toString('base64url')
  expect(readCursor(tampered([0]), origin)).toMatchObject({ within: null })
  const endless = [...Array.from({ length: 160 }, () => 0xff), 1]
  const noNumber = [...Array.from({ length: 160 }, () => 0x80), 1]
  // 1 followed by 12 noughts: as text it would lie before the second position.
  const tooHigh = [0x80, 0xa0, 0x94, 0xa5, 0x8d, 0x1d]
  for (const number of [endless, noNumber, tooHigh])
    expect(() => readCursor(tampered(number), origin)).toThrow(CursorError)
})

test('a cursor of another environment is none here', () => {
  const cursor = { positions: lanes.map(() => 1), within: null, caughtUpAt: null }
  const text = cursorText(cursor, { ...origin, source: '/attendance-events/prod' })
  expect(() => readCursor(text, origin)).toThrow('is not a cursor of this environment')
})

test('a cursor of a table that was restored since is told from one that is none', () => {
  const cursor = { positions: lanes.map(() => 1), within: null, caughtUpAt: null }
  const text = cursorText(cursor, { ...origin, tableId: 'another' })
  expect(() => readCursor(text, origin)).toThrow(OtherTableError)
})
