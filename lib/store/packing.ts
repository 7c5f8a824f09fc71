import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { itemBytes } from '../attendance/state/size.ts'
import type { EmployeeState } from '../attendance/state/state.ts'

/**
 * The records of a large state are kept as one compressed text: ids and times of a hundred visits
 * a day take a quarter of their room so, and nothing of them is lost.
 */

/** Records that take no more bytes are kept as they are, for people to read. */
const packedFrom = 60_000

/** The records of a state, by kind and id, as they are written. */
type Records = { clockings: Record<string, unknown>; absences: Record<string, unknown> }

/** A value as compressed JSON. */
export const deflated = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value))

/**
 * What `deflated` was given.
 * @throws where the bytes are not what it made
 */
export const inflated = (bytes: Uint8Array): unknown =>
  JSON.parse(inflateRawSync(bytes, { maxOutputLength: 2 ** 24 }).toString('utf8'))

/** Records as an item has them: as they are, or as one text. */
export const pack = ({ clockings, absences }: Records): Records & { packed?: string } => {
  const records = { clockings, absences }
  if (itemBytes(records) <= packedFrom) return records
  const packed = deflated(records).toString('base64')
  return { clockings: {}, absences: {}, packed }
}

/**
 * An item with its records as they were before they were packed.
 * @throws where the text is not one that `pack` made
 */
export const unpack = (item: Record<string, unknown>): Record<string, unknown> => {
  const { packed, ...rest } = item
  if (typeof packed !== 'string') return item
  return { ...rest, ...(inflated(Buffer.from(packed, 'base64')) as Records) }
}

/** About the bytes that a state takes in an item, its outbox aside. */
export const storedBytes = ({
  outbox: _outbox,
  clockings,
  absences,
  ...rest
}: EmployeeState): number => itemBytes(rest) + itemBytes(pack({ clockings, absences }))
