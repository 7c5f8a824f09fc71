import {
  constants,
  deflateRawSync,
  inflateRawSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { itemBytes } from '../attendance/state/size.ts'
import type { EmployeeState } from '../attendance/state/state.ts'

/**
 * What takes much room is kept as one compressed text: ids and times of a hundred visits a day take a
 * quarter of their room so, and nothing of them is lost. An outbox takes most of its item, which
 * DynamoDB charges by the kilobyte: while it waits, it is packed with the rest.
 */

/** Records that take no more bytes are kept as they are, for people to read. */
const packedFrom = 60_000

/** The records of a state, by kind and id, as they are written, and its outbox. */
type Records = {
  clockings: Record<string, unknown>
  absences: Record<string, unknown>
  outbox: readonly unknown[]
}

/** A value as compressed JSON. */
export const deflated = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value))

/**
 * What `deflated` was given.
 * @throws where the bytes are not what it made
 */
export const inflated = (bytes: Uint8Array): unknown =>
  JSON.parse(inflateRawSync(bytes, { maxOutputLength: 2 ** 24 }).toString('utf8'))

const packed = (records: Partial<Records>) => deflated(records).toString('base64')

/** Records as an item has them: as they are, or as one text. */
export const pack = (records: Records): Records & { packed?: string } => {
  if (records.outbox.length === 0 && itemBytes(records) <= packedFrom) return records
  return { clockings: {}, absences: {}, outbox: [], packed: packed(records) }
}

/**
 * An item with its records as they were before they were packed.
 * @throws where the text is not one that `pack` made
 */
export const unpack = (item: Record<string, unknown>): Record<string, unknown> => {
  const { packed, ...rest } = item
  if (typeof packed !== 'string') return item
  return { ...rest, ...(inflated(Buffer.from(packed, 'base64')) as Partial<Records>) }
}

/** About the bytes that a state takes in an item, its outbox aside. */
export const storedBytes = ({ outbox: _, clockings, absences, ...rest }: EmployeeState): number =>
  itemBytes(rest) + itemBytes(pack({ clockings, absences, outbox: [] }))

/**
 * States of many people as compressed JSON, a few hundred bytes each where their objects take kilobytes: what
 * is remembered from poll to poll is looked at once a minute.
 */
export type PackedStates = readonly Uint8Array[]

/** So many people are packed together: enough to be alike, and of the largest of them no more than memory has room for. */
const together = 25

const params = { [constants.ZSTD_c_compressionLevel]: 1 }

export const packStates = (states: readonly EmployeeState[]): PackedStates => {
  const parts: Uint8Array[] = []
  for (let at = 0; at < states.length; at += together) {
    const packed = zstdCompressSync(JSON.stringify(states.slice(at, at + together)), { params })
    // What zlib returns holds on to 64 KB, however little of it that is.
    parts.push(new Uint8Array(packed))
  }
  return parts
}

export const unpackStates = (parts: PackedStates): EmployeeState[] =>
  parts.flatMap((part): EmployeeState[] => JSON.parse(zstdDecompressSync(part).toString('utf8')))

export const packedBytes = (parts: PackedStates): number =>
  parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
