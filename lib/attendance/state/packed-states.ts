import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { EmployeeState } from './state.ts'

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
