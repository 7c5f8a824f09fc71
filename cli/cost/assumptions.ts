import { usualLatency } from '../../lib/polling/dispatching/capacity.ts'

/** What the settings do not say, and a bill depends on. */
export const assumptions = {
  eventsPerEmployeeAndDay: 4,
  callMilliseconds: usualLatency,
  stateKilobytes: 3,
  eventKilobytes: 2,
  /** A state and its outbox, compressed together (docs/benchmarks.md). */
  savedKilobytes: 2,
  /** In the event log, compressed together with others. */
  loggedKilobytes: 0.3,
  /** Of what became of an event at an endpoint, for a month. */
  deliveryKilobytes: 0.5,
  logKilobytesPerRun: 1.5,
  /** Those of `poll-shard` depend on the settings. */
  functionGigabytes: {
    refreshRoster: 1,
    dispatchPolls: 0.25,
    sendAlerts: 0.5,
    sendDigest: 1_769 / 1_024,
    deliverWebhook: 0.25,
    replayEvents: 0.25,
    readApi: 1_769 / 1_024,
  },
  /** For so long Lambda keeps an instance of a function, and what that remembers. */
  hoursOfInstance: 2,
  /** Reading, saving and publishing, beside the calls. */
  secondsPerPoll: 0.5,
  secondsPerDispatch: 0.2,
  /** A roster refresh waits for its part of the budget until the planned polls are over, at worst. */
  secondsPerClaim: 30,
  secondsPerBatchOfAlerts: 0.5,
  secondsPerDigest: 3,
  /** An event is kept, posted and settled. */
  secondsPerDelivery: 0.5,
  /** Of the events, those that some rule wants, where there are rules. */
  alertedShare: 0.25,
  /** Those that the alerts are given then, since they may follow on others, and those of them that are kept for a while for that. */
  takenShare: 0.6,
  keptShare: 0.5,
  /** One system pulls events every minute, and one asks every hour who is in. */
  readApiPullsPerHour: 60,
  readApiPresencesPerHour: 1,
  secondsPerPull: 0.1,
  secondsPerPresence: 1,
  releasesPerMonth: 4,
}

export const daysPerMonth = 365 / 12
export const secondsPerMonth = daysPerMonth * 24 * 3_600
export const hoursPerMonth = daysPerMonth * 24

const kilobytesPerGigabyte = 1024 ** 2
export const gigabytes = (kilobytes: number): number => kilobytes / kilobytesPerGigabyte
