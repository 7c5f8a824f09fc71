import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { itemBytes } from '../attendance/size.ts'
import type { EmployeeState } from '../attendance/state.ts'

/**
 * The clockings of a large state are kept as one compressed text: ids and times of a hundred
 * visits a day take a quarter of their room so, and nothing of them is lost.
 */

/** Clockings that take no more bytes are kept as they are, for people to read. */
const packedFrom = 60_000

/** Clockings as an item has them: as they are, or as one text. */
export type Packed = { clockings: Record<string, unknown>; packed?: string }

/** Whether clockings take so much room that they are packed. */
const isLarge = (clockings: Record<string, unknown>): boolean => itemBytes(clockings) > packedFrom

/** @param clockings by id, as they are written */
export const pack = (clockings: Record<string, unknown>): Packed =>
  isLarge(clockings)
    ? {
        clockings: {},
        packed: deflateRawSync(JSON.stringify(clockings)).toString('base64'),
      }
    : { clockings }

/**
 * An item with its clockings as they were before they were packed.
 * @throws where the text is not one that `pack` made
 */
export const unpack = (item: Record<string, unknown>): Record<string, unknown> => {
  const { packed, ...rest } = item
  if (typeof packed !== 'string') return item
  const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: 2 ** 24 })
  return { ...rest, clockings: JSON.parse(text.toString('utf8')) }
}

/** About the bytes that a state takes in an item, its outbox aside. */
export const storedBytes = ({ outbox: _outbox, clockings, ...rest }: EmployeeState): number =>
  itemBytes(rest) + itemBytes(pack(clockings))
