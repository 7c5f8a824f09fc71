import { type EpochMs, epochMs } from './moments.ts'
import type { EmployeeState, Kind } from './state.ts'

/** What of one person should be shown, and whether some of it is not. */
export type Share = { hasExpected: boolean; isMissing: boolean }

/** How much is missing of how many. */
export type Loss = { of: number; missing: number; isDoubted: boolean }

const smallest = 5

/**
 * Whether so much is missing at once that none of it is believed: of more than a fifth, and
 * of at least five, of the people of whom something should be shown. An API that answers with
 * empty lists is broken, however correct each of its answers looks.
 */
export const lossAmong = (shares: readonly Share[]): Loss => {
  const of = shares.filter(({ hasExpected }) => hasExpected).length
  const missing = shares.filter(({ isMissing }) => isMissing).length
  return { of, missing, isDoubted: missing >= smallest && missing > of / 5 }
}

/** Whether an operator has said that what is missing since a moment is gone. */
export const isAccepted = (missingSince: string | null, acceptedAt: EpochMs | null): boolean =>
  missingSince !== null && acceptedAt !== null && epochMs(missingSince) <= acceptedAt

/** The share of somebody about whom nothing new is known: what was missing still is. */
export const rememberedShare = (
  state: EmployeeState,
  kind: Kind,
  acceptedAt: EpochMs | null,
): Share => {
  const known = Object.values(state[kind]).filter(
    ({ phase }) => phase !== 'removed' && phase !== 'withdrawn' && phase !== 'ended',
  )
  return {
    hasExpected: known.length > 0,
    isMissing: known.some(
      ({ missingSince }) => missingSince !== null && !isAccepted(missingSince, acceptedAt),
    ),
  }
}
