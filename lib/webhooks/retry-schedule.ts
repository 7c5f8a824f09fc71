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

/** How often an event that came so many milliseconds ago would have been tried since. */
export const triesByAge = (age: number): number => {
  let tried = 0
  for (let passed = 0; tried < pausesAfterTries.length; tried++) {
    passed += pausesAfterTries[tried] ?? 0
    if (passed > age) break
  }
  return tried
}

/** Whether a try that asked too much of an endpoint is one of an event's: not for about 75 hours. */
export const doesThrottlingCount = (age: number): boolean =>
  triesByAge(age) === pausesAfterTries.length

/** What an endpoint asks for is obeyed within these bounds, in milliseconds; where it does not say, it is `usual`. */
const askedFor = { least: second, most: hour, usual: 5 * second }

/**
 * How long an endpoint that is asked for too much is left alone, in milliseconds.
 * @param retryAfter what it says itself, or null
 */
export const pauseAskedFor = (retryAfter: number | null): number =>
  Math.min(Math.max(retryAfter ?? askedFor.usual, askedFor.least), askedFor.most)

/** An endpoint that takes nothing is asked again after this, and not for each event that waits. */
export const pauseWhenDown = minute

/** So much of a failing endpoint is reported, in milliseconds: then it is stopped. */
export const stoppedAfter = 5 * 24 * hour

/** Whether an endpoint has failed for so long that it is stopped. */
export const isToBeStopped = (failingSince: string | null, now: EpochMs): boolean =>
  failingSince !== null && now - epochMs(failingSince) >= stoppedAfter
