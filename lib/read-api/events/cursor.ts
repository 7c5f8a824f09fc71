import { createHash } from 'node:crypto'
import type { EpochMs } from '../../attendance/moments.ts'
import { lanes } from '../../store/events/lanes.ts'

/** How far somebody has read the event log. */
export type Cursor = {
  /** Of each lane, the position up to which it has been read. */
  positions: readonly number[]
  /** Of the segment after it, in one lane, so many events have been read, too; at least one. */
  within: { lane: number; events: number } | null
  /** When there was nothing more to read, to the second; null where there was more. */
  caughtUpAt: EpochMs | null
}

/** A text that is no cursor, or one of another environment. */
export class CursorError extends Error {
  override readonly name = 'CursorError'
}

const version = 2
const markBytes = 2
/** No position, and no count of anything in a cursor, is higher. */
const highest = 999_999_999_999

/** A cursor of this environment whose positions are those of another table: since then it was restored. */
export class OtherTableError extends Error {
  override readonly name = 'OtherTableError'
}

/** Where cursors are from: the environment, and its table of events. */
export type Origin = { source: string; tableId: string }

const markOf = (text: string): Buffer =>
  createHash('sha256').update(text).digest().subarray(0, markBytes)
/** By what the cursors of an environment are known, and those of one table. */
const marksOf = ({ source, tableId }: Origin): Buffer =>
  Buffer.concat([markOf(source), markOf(tableId)])

/** Seven bits a byte, the lowest first; all but the last have the eighth set. */
const bytesOf = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...bytesOf(Math.floor(value / 128))]

const numbersIn = (bytes: Iterable<number>): number[] => {
  const numbers: number[] = []
  let [value, factor] = [0, 1]
  for (const byte of bytes) {
    value += (byte % 128) * factor
    factor *= 128
    if (byte >= 128) continue
    numbers.push(value)
    value = 0
    factor = 1
  }
  return numbers
}

/** A cursor as text that is safe in a URL; it says nothing of anybody. */
export const cursorText = ({ positions, within, caughtUpAt }: Cursor, origin: Origin): string => {
  const seconds = caughtUpAt === null ? 0 : Math.floor(caughtUpAt / 1_000)
  const numbers = [seconds, ...positions, ...(within === null ? [] : [within.lane, within.events])]
  return Buffer.concat([
    Buffer.from([version]),
    marksOf(origin),
    Buffer.from(numbers.flatMap(bytesOf)),
  ]).toString('base64url')
}

const unmarked = (text: string, origin: Origin): Buffer => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes[0] !== version || bytes.length <= 1 + 2 * markBytes)
    throw new CursorError('is not a cursor')
  const marks = bytes.subarray(1, 1 + 2 * markBytes)
  if (!marks.subarray(0, markBytes).equals(markOf(origin.source)))
    throw new CursorError('is not a cursor of this environment')
  if (!marks.equals(marksOf(origin))) throw new OtherTableError('is a cursor of another table')
  return bytes.subarray(1 + marks.length)
}

/**
 * Reads what `cursorText` wrote.
 * @throws {CursorError}, {OtherTableError}
 */
export const readCursor = (text: string, origin: Origin): Cursor => {
  const [seconds = 0, ...numbers] = numbersIn(unmarked(text, origin))
  const positions = numbers.slice(0, lanes.length)
  const [lane, events] = numbers.slice(lanes.length)
  const cursor = {
    positions,
    within: lane === undefined || events === undefined ? null : { lane, events },
    caughtUpAt: seconds === 0 ? null : seconds * 1_000,
  }
  const isWhole = positions.length === lanes.length && (lane ?? 0) < lanes.length && events !== 0
  const isBounded = [seconds, ...numbers].every((each) => each <= highest)
  if (!isWhole || !isBounded || cursorText(cursor, origin) !== text)
    throw new CursorError('is not a cursor')
  return cursor
}
