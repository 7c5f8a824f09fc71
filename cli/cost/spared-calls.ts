import type { Settings } from '../../lib/settings/settings.ts'

/**
 * Of a month, how much of it somebody rests: two days of seven, less the lookback, and leave beside them; and how much
 * of it they are absent all day, which is mostly of the former.
 */
export const restingShare = { idleEverySeconds: 0.28, awayEverySeconds: 0.09 }
/** Absent all day, and not idle yet: the first day of an absence. */
const awayAlone = 0.02

/** Of the calls for clockings, how many the settings spare by asking some people more rarely. */
export const sparedCalls = ({ polling }: Pick<Settings, 'polling'>): number => {
  const { clockingsEverySeconds, idleEverySeconds, awayEverySeconds } = polling
  const spared = (seconds: number | undefined): number =>
    seconds === undefined ? 0 : Math.max(0, 1 - clockingsEverySeconds / seconds)
  const [idle, away] = [spared(idleEverySeconds), spared(awayEverySeconds)]
  const { idleEverySeconds: idleShare, awayEverySeconds: awayShare } = restingShare
  const both = awayShare - awayAlone
  return (idleShare - both) * idle + both * Math.max(idle, away) + awayAlone * away
}

const minuteOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** How many times a second a shard is polled, quiet hours and others together. */
export const pollsPerSecond = ({ polling }: Pick<Settings, 'polling'>): number => {
  const { clockingsEverySeconds, quietHours } = polling
  if (quietHours === undefined) return 1 / clockingsEverySeconds
  const dayLong = 24 * 60
  const { from, until, everySeconds } = quietHours
  const quiet = ((minuteOfDay(until) - minuteOfDay(from) + dayLong) % dayLong) / dayLong
  return (1 - quiet) / clockingsEverySeconds + quiet / Math.max(everySeconds, clockingsEverySeconds)
}
