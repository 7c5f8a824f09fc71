import { type EpochMs, minute } from '../../attendance/moments.ts'

/** So many requests a second, from one moment up to another. */
export type Booked = { requestsPerSecond: number; from: EpochMs; until: EpochMs }

/** Nothing is planned so far ahead: what is booked beyond was booked by a clock that was wrong. */
const furthest = 10 * minute

/** Whether what is booked is not over, and was booked by a clock that can be believed. */
export const isAhead = ({ until }: Pick<Booked, 'until'>, machineNow: EpochMs): boolean =>
  until > machineNow && until <= machineNow + furthest

/** What is booked from when on, until the next step. */
type Step = { at: EpochMs; requestsPerSecond: number }

const bookedAt = (booked: readonly Booked[], at: EpochMs): number =>
  booked
    .filter(({ from, until }) => from <= at && at < until)
    .reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)

const stepsOf = (booked: readonly Booked[], from: EpochMs): Step[] => {
  const moments = booked.flatMap((each) => [each.from, each.until]).filter((at) => at > from)
  return [...new Set([from, ...moments])]
    .sort((a, b) => a - b)
    .map((at) => ({ at, requestsPerSecond: bookedAt(booked, at) }))
}

/** Sums of fractions are not exact. */
const rounding = 1e-9

/**
 * From when on a rate is free for good.
 * @param booked what is given away already
 * @param now the earliest answer
 * @param requestsPerSecond all that may be given away
 * @returns for so many requests a second, the moment; never, where there are not so many
 */
export const freeFrom = (
  booked: readonly Booked[],
  now: EpochMs,
  requestsPerSecond: number,
): ((needed: number) => EpochMs) => {
  const steps = stepsOf(booked, now)
  return (needed) => {
    const most = requestsPerSecond * (1 + rounding) - needed
    if (most < 0) return Number.POSITIVE_INFINITY
    const lastFull = steps.findLastIndex((step) => step.requestsPerSecond > most)
    return steps[lastFull + 1]?.at ?? Number.POSITIVE_INFINITY
  }
}
