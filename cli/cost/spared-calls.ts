import type { Settings } from '../../lib/settings/settings.ts'

/** The settings by which some people are asked more rarely. */
export type RestName = 'idleEverySeconds' | 'awayEverySeconds' | 'farEverySeconds'

/** A part of somebody's month, and the settings that let them rest in it. */
type Part = {
  share: number
  by: readonly RestName[]
  /** How many times as much of it lies in quiet hours as of whole days, since these are at night. */
  nights: number
}

/**
 * Somebody's month, each part once. They work five shifts of eight hours a week, with a break, and begin and end within an
 * hour of the usual: with two hours before and after, fourteen and a half hours of such a day are near, and 57 % of the
 * week are far. Two days of seven, less the lookback, are idle, nearly all of them far. A month of the year is away,
 * and idle but for its first days. What is left is when they are asked at every poll.
 */
const month: readonly Part[] = [
  { share: 0.33, by: ['farEverySeconds'], nights: 2.16 },
  { share: 0.2, by: ['farEverySeconds', 'idleEverySeconds'], nights: 1 },
  { share: 0.01, by: ['idleEverySeconds'], nights: 0 },
  { share: 0.03, by: ['farEverySeconds', 'idleEverySeconds', 'awayEverySeconds'], nights: 2.16 },
  { share: 0.04, by: ['idleEverySeconds', 'awayEverySeconds'], nights: 0 },
  { share: 0.01, by: ['farEverySeconds', 'awayEverySeconds'], nights: 2.16 },
  { share: 0.01, by: ['awayEverySeconds'], nights: 0 },
  { share: 0.37, by: [], nights: 0 },
]

/** Of a month, how much of it somebody rests by a setting, were it the only one. */
export const restingShare = (name: RestName): number =>
  month.reduce((sum, { share, by }) => sum + (by.includes(name) ? share : 0), 0)

const minuteOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** How much of a day is quiet. */
export const quietShare = ({ quietHours }: Settings['polling']): number => {
  if (quietHours === undefined) return 0
  const dayLong = 24 * 60
  const { from, until } = quietHours
  return ((minuteOfDay(until) - minuteOfDay(from) + dayLong) % dayLong) / dayLong
}

/** How many times a second somebody is asked who may be asked every so often, so much of the time in quiet hours. */
const perSecond = ({ quietHours }: Settings['polling'], every: number, quiet: number): number =>
  (1 - quiet) / every + quiet / Math.max(every, quietHours?.everySeconds ?? 0)

/** How many times a second a shard is polled, quiet hours and others together. */
export const pollsPerSecond = ({ polling }: Pick<Settings, 'polling'>): number =>
  perSecond(polling, polling.clockingsEverySeconds, quietShare(polling))

/**
 * Of the calls for clockings that polls would make if they asked everybody, how many the settings spare by asking some
 * people more rarely. Who rests by several is asked as rarely as the longest says; in quiet hours nobody is asked more often.
 */
export const sparedCalls = ({ polling }: Pick<Settings, 'polling'>): number => {
  const usual = polling.clockingsEverySeconds
  const calls = (everySeconds: (by: Part['by']) => number): number =>
    month.reduce((sum, { share, by, nights }) => {
      const quiet = Math.min(1, nights * quietShare(polling))
      return sum + share * perSecond(polling, everySeconds(by), quiet)
    }, 0)
  const resting = calls((by) => Math.max(usual, ...by.map((name) => polling[name] ?? 0)))
  return 1 - resting / calls(() => usual)
}

/** How many times a second somebody is asked for clockings, on the average of people and of the month. */
export const clockingCallsPerSecond = (settings: Pick<Settings, 'polling'>): number =>
  pollsPerSecond(settings) * (1 - sparedCalls(settings))
