import { Duration } from 'aws-cdk-lib'
import { longestBetweenPolls, type Settings } from '../lib/settings/settings.ts'

const wholeMinutes = (seconds: number): number => 60 * Math.ceil(seconds / 60)

/** From when on the feed is stale: five missed polls, beside the longest pause, and at least ten minutes. */
export const staleAfterSeconds = (settings: Settings): number => {
  const { clockingsEverySeconds, quietHours } = settings.polling
  return Math.max(600, 5 * clockingsEverySeconds + (quietHours?.everySeconds ?? 0))
}

/** From when on one person has waited too long: three missed polls, and at least two hours. */
export const behindAfterSeconds = (settings: Settings): number =>
  Math.max(7_200, 3 * longestBetweenPolls(settings))

/** In this time every shard is polled at least once; no shorter one can tell polls apart. */
export const pollPeriod = (settings: Settings): Duration =>
  Duration.seconds(Math.max(300, wholeMinutes(2 * longestBetweenPolls(settings))))

/** So many periods of an alarm hold three polls of every shard, by day and by night. */
export const periodsOfThreePolls = (settings: Settings, period: Duration): number =>
  3 * Math.ceil(longestBetweenPolls(settings) / period.toSeconds())

/** In this time every shard is also asked for absences at least once. */
export const absencePeriod = (settings: Settings): Duration => {
  const asked = wholeMinutes(settings.polling.absencesEverySeconds)
  return Duration.seconds(asked + pollPeriod(settings).toSeconds())
}

/** In this time the roster is refreshed once. */
export const rosterPeriod = ({ polling }: Settings): Duration =>
  Duration.seconds(polling.rosterEverySeconds)
