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

const version = 1
const markBytes = 2
/** No position, and no count of anything in a cursor, is higher. */
const highest = 999_999_999_999

/** By what the cursors of one environment are known. */
const markOf = (source: string): Buffer =>
  createHash('sha256').update(source).digest().subarray(0, markBytes)

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
export const cursorText = ({ positions, within, caughtUpAt }: Cursor, source: string): string => {
  const seconds = caughtUpAt === null ? 0 : Math.floor(caughtUpAt / 1_000)
  const numbers = [seconds, ...positions, ...(within === null ? [] : [within.lane, within.events])]
  return Buffer.concat([
    Buffer.from([version]),
    markOf(source),
    Buffer.from(numbers.flatMap(bytesOf)),
  ]).toString('base64url')
}

const unmarked = (text: string, source: string): Buffer => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes[0] !== version) throw new CursorError('is not a cursor')
  const rest = bytes.subarray(1 + markBytes)
  if (!bytes.subarray(1, 1 + markBytes).equals(markOf(source)))
    throw new CursorError('is not a cursor of this environment')
  return rest
}

/**
 * Reads what `cursorText` wrote.
 * @throws {CursorError}
 */
export const readCursor = (text: string, source: string): Cursor => {
  const [seconds = 0, ...numbers] = numbersIn(unmarked(text, source))
  const positions = numbers.slice(0, lanes.length)
  const [lane, events] = numbers.slice(lanes.length)
  const cursor = {
    positions,
    within: lane === undefined || events === undefined ? null : { lane, events },
    caughtUpAt: seconds === 0 ? null : seconds * 1_000,
  }
  const isWhole = positions.length === lanes.length && (lane ?? 0) < lanes.length && events !== 0
  const isBounded = [seconds, ...numbers].every((each) => each <= highest)
  if (!isWhole || !isBounded || cursorText(cursor, source) !== text)
    throw new CursorError('is not a cursor')
  return cursor
}
