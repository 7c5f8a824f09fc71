import { type EpochMs, epochMs, hour } from '../moments.ts'
import type { EmployeeState, Kind } from '../state/state.ts'

/** What of one person should be shown, and since when some of it is not. */
export type Share = {
  hasExpected: boolean
  /** The longest, of what would be recorded as gone; null where nothing is missing. */
  missingSince: EpochMs | null
  /** The shortest, of absences that have ended; null likewise. */
  endedMissingSince: EpochMs | null
}

/** How much is missing of how many. */
export type Loss = { of: number; missing: number; isDoubted: boolean }

const smallest = 5

/** Within so long everybody is asked, whoever has to wait for their turn included. */
const together = hour

/** The first of some moments; null where there are none. */
const first = (moments: readonly EpochMs[]): EpochMs | null =>
  moments.length === 0 ? null : Math.min(...moments)

/**
 * Whether so much is missing at once that none of it is believed: of more than a fifth, and
 * of at least five, of the people of whom something should be shown. An API that answers with
 * empty lists is broken, however correct each of its answers looks. Absences that have ended are missed with the
 * others: by themselves they are no loss, nor are those that went long before anything else did.
 */
export const lossAmong = (shares: readonly Share[]): Loss => {
  const since = first(shares.flatMap(({ missingSince }) => missingSince ?? []))
  const isMissing = ({ missingSince, endedMissingSince }: Share): boolean =>
    missingSince !== null ||
    (since !== null && endedMissingSince !== null && endedMissingSince >= since - together)
  const of = shares.filter((each) => each.hasExpected || isMissing(each)).length
  const missing = shares.filter(isMissing).length
  return { of, missing, isDoubted: missing >= smallest && missing > of / 5 }
}

/** Whether an operator has said that what is missing since a moment is gone. */
export const isAccepted = (missingSince: string | null, acceptedAt: EpochMs | null): boolean =>
  missingSince !== null && acceptedAt !== null && epochMs(missingSince) <= acceptedAt

/**
 * A person's share.
 * @param missing when each of the records that are missing was first missed
 * @param ended likewise, of absences that have ended
 */
export const shareWith = (
  hasExpected: boolean,
  missing: readonly EpochMs[],
  ended: readonly EpochMs[],
): Share => ({
  hasExpected,
  missingSince: first(missing),
  endedMissingSince: ended.length === 0 ? null : Math.max(...ended),
})

/** The share of somebody about whom nothing new is known: what was missing still is. */
export const rememberedShare = (
  state: EmployeeState,
  kind: Kind,
  acceptedAt: EpochMs | null,
): Share => {
  const all = Object.values(state[kind])
  const known = all.filter(({ phase }) => phase !== 'removed' && phase !== 'withdrawn')
  const [ended, awaited] = [
    known.filter(({ phase }) => phase === 'ended'),
    known.filter(({ phase }) => phase !== 'ended'),
  ]
  const since = (records: typeof known): EpochMs[] =>
    records.flatMap(({ missingSince }) =>
      missingSince === null || isAccepted(missingSince, acceptedAt) ? [] : epochMs(missingSince),
    )
  return shareWith(awaited.length > 0, since(awaited), since(ended))
}
