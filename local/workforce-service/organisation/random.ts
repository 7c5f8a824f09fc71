import { createHash } from 'node:crypto'
import { v5 as uuidV5 } from 'uuid'

/** Draws that are always the same for the same name. */
export type Draws = {
  /** A number from 0 up to 1. */
  unit(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** True this often, `share` from 0 to 1. */
  chance(share: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** The mulberry32 generator: small, and good enough to shuffle working days with. */
const mulberry32 = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The draws that belong to a name, such as `['1', employeeId, '2026-11-20']`. */
export const drawsOf = (...name: (string | number)[]): Draws => {
  const unit = mulberry32(createHash('sha256').update(name.join('/')).digest().readUInt32LE())
  const whole = (min: number, max: number) => min + Math.floor(unit() * (max - min + 1))
  return {
    unit,
    whole,
    chance: (share) => unit() < share,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  }
}

const namespace = '6f6d1c52-4b0e-5a53-9d0c-0a8a5b8f7c11'

/** The UUID that belongs to a name. */
export const idOf = (...name: (string | number)[]): string => uuidV5(name.join('/'), namespace)
