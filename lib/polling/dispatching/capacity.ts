/** What there is to ask with. */
export type Capacity = {
  /** Requests that polls may send in a second, together. */
  requestsPerSecond: number
  /** How long a call takes, in milliseconds. */
  latency: number
  /** Settings: shards polled at the same time, and calls in flight in each. */
  concurrentPolls: number
  concurrentCalls: number
}

/** How long a call takes before any poll has said so, in milliseconds. */
export const usualLatency = 200

/** From the moment that a poll is to begin until its first call, in milliseconds. */
export const startup = 500

/** Of the time of pollers, so much at most goes into their beginnings. */
const shareOfStartup = 0.1

/**
 * How many pollers side by side: as few as can use the rate, since one that waits for its turn is paid
 * for; more only where their beginnings would take much of the time.
 * @param polls how many are to be made in an interval
 * @param interval in milliseconds
 */
export const lanesFor = (capacity: Capacity, polls: number, interval: number): number => {
  const { requestsPerSecond, latency, concurrentPolls, concurrentCalls } = capacity
  const toUseTheRate = (requestsPerSecond * latency) / 1_000 / concurrentCalls
  const toBegin = (polls * startup) / (interval * shareOfStartup)
  const most = Math.max(1, Math.min(concurrentPolls, polls))
  return Math.min(most, Math.max(1, Math.ceil(toUseTheRate), Math.ceil(toBegin)))
}

/** How many calls a second one of so many pollers makes: as many as it may, and can. */
export const callsPerSecond = (
  { requestsPerSecond, latency, concurrentCalls }: Capacity,
  lanes: number,
): number => Math.min(requestsPerSecond / lanes, (concurrentCalls * 1_000) / Math.max(1, latency))

/** How much longer than it should take a poll may be: answers are not all as fast. */
const slack = 1.05

/** How long a poll of so many calls takes, in milliseconds. */
export const pollMilliseconds = (calls: number, perSecond: number): number =>
  startup + (slack * calls * 1_000) / perSecond

/** The calls that a poll of each of some shards needs together, and beside these where absences are due. */
export type Demand = { shards: number; clockings: number; absences: number }

/** How often everybody is to be asked. */
export type Intervals = { clockingsEverySeconds: number; absencesEverySeconds: number }

/**
 * How much of the time of its pollers an environment needs: above 1 it cannot be served as the settings
 * say.
 */
export const loadOf = (
  { shards, clockings, absences }: Demand,
  capacity: Capacity,
  { clockingsEverySeconds, absencesEverySeconds }: Intervals,
): number => {
  const lanes = lanesFor(capacity, shards, clockingsEverySeconds * 1_000)
  const perSecond = callsPerSecond(capacity, lanes)
  const beginning = (shards - 1) * startup
  const polling = beginning + pollMilliseconds(clockings, perSecond)
  const ofClockings = polling / 1_000 / clockingsEverySeconds
  const ofAbsences = absences / perSecond / Math.max(absencesEverySeconds, clockingsEverySeconds)
  return (ofClockings + ofAbsences) / lanes
}
