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

/** So often an event is tried at the least, however long it has waited for earlier ones: within half an hour or so. */
const leastTries = 4

/** How long after the first try of an event another one is made, without what chance adds. */
const passedBefore = (tries: number): number =>
  pausesAfterTries.slice(0, tries - 1).reduce((sum, pause) => sum + pause, 0)

/** How long an event is tried for, in milliseconds. */
const triedFor = passedBefore(pausesAfterTries.length + 1)

/**
 * When an event is tried again after so many tries that failed; null where it is given up.
 * @param random a number from 0 up to 1
 * @param waited for how long it has waited for earlier ones, in milliseconds: that is of its time
 */
export const nextTry = (
  tries: number,
  now: EpochMs,
  random: number,
  waited = 0,
): EpochMs | null => {
  const pause = pausesAfterTries[tries - 1]
  const isOver = tries >= leastTries && waited + passedBefore(tries) >= triedFor
  return pause === undefined || isOver ? null : Math.round(now + pause * (1 + jitter * random))
}

/** Whether a try that asked too much of an endpoint is one of an event's: not for about 75 hours. */
export const doesThrottlingCount = (age: number): boolean => age >= triedFor

/** How long an endpoint is left alone that does not say for how long, in milliseconds. */
export const usualPause = 5 * second

/** What an endpoint asks for is obeyed within these bounds, in milliseconds. */
const askedFor = { least: second, most: hour }

/**
 * How long an endpoint that is asked for too much is left alone, in milliseconds.
 * @param retryAfter what it says itself, or null
 */
export const pauseAskedFor = (retryAfter: number | null): number =>
  Math.min(Math.max(retryAfter ?? usualPause, askedFor.least), askedFor.most)

/** One that throttles somebody is left alone no longer than this until another is tried there, in milliseconds. */
export const pauseWhileInDoubt = minute

/** An endpoint that takes nothing is asked again after this, and not for each event that waits. */
export const pauseWhenDown = minute

/** So much of a failing endpoint is reported, in milliseconds: then it is stopped. */
export const stoppedAfter = 5 * 24 * hour

/** Whether an endpoint has failed for so long that it is stopped. */
export const isToBeStopped = (failingSince: string | null, now: EpochMs): boolean =>
  failingSince !== null && now - epochMs(failingSince) >= stoppedAfter
