import type { EpochMs } from './moments.ts'
import type { Step } from './steps.ts'

/** What of an answer is still to be told when a part of it is saved: none of it is forgotten. */
export type Untold = {
  /** When the first of it happened. */
  from: EpochMs
  /** The ids of the records of which something is to be told, or remembered. */
  ids: ReadonlySet<string>
}

/** Where all of an answer is told. */
export const nothingUntold: Untold = { from: Number.POSITIVE_INFINITY, ids: new Set() }

/**
 * What is to be told of the steps that are left, in their order. A correction is told last,
 * however long ago what it corrects has ended.
 */
export const untoldIn = (rest: readonly Step[]): Untold => ({
  from: rest[0]?.at ?? Number.POSITIVE_INFINITY,
  ids: new Set(rest.map(({ id }) => id)),
})
