import { type EpochMs, epochMs, hour, minute, second } from '../attendance/moments.ts'

/** How long after a try that failed the next one is made: about 75 hours in all. */
export const pausesAfterTries = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** So much longer a pause may be, so that what failed together does not come back together. */
const jitter = 0.1

/**
 * When an event is tried again after so many tries that failed; null where it is given up.
 * @param random a number from 0 up to 1
 */
export const nextTry = (tries: number, now: EpochMs, random: number): EpochMs | null => {
  const pause = pausesAfterTries[tries - 1]
  return pause === undefined ? null : Math.round(now + pause * (1 + jitter * random))
}

/** What an endpoint asks for is obeyed within these bounds, in milliseconds. */
const askedFor = { least: second, most: hour }

/** How long an endpoint that asked to be left alone is, in milliseconds. */
export const pauseAskedFor = (milliseconds: number): number =>
  Math.min(Math.max(milliseconds, askedFor.least), askedFor.most)

/** An endpoint that takes nothing is asked again after this, and not for each event that waits. */
export const pauseWhenDown = minute

/** So much of a failing endpoint is reported, in milliseconds: then it is stopped. */
export const stoppedAfter = 5 * 24 * hour

/** Whether an endpoint has failed for so long that it is stopped. */
export const isToBeStopped = (failingSince: string | null, now: EpochMs): boolean =>
  failingSince !== null && now - epochMs(failingSince) >= stoppedAfter
