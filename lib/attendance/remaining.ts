import type { EpochMs } from './moments.ts'
import type { Step } from './steps.ts'

/** What of an answer is still to be recorded when a part of it is saved: none of it is forgotten. */
export type Remaining = {
  /** When the first of it happened. */
  from: EpochMs
  /** The ids of the records of which something is to be recorded, or remembered. */
  ids: ReadonlySet<string>
}

/** Where all of an answer is recorded. */
export const nothingRemaining: Remaining = { from: Number.POSITIVE_INFINITY, ids: new Set() }

/**
 * What is to be recorded of the steps that are left, in their order. A correction comes last,
 * however long ago what it corrects has ended.
 */
export const remainingIn = (rest: readonly Step[]): Remaining => ({
  from: rest[0]?.at ?? Number.POSITIVE_INFINITY,
  ids: new Set(rest.map(({ id }) => id)),
})
