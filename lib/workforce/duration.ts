import { Duration } from './contract/absence.ts'

/** Beyond these, an amount of days or minutes is nothing or nonsense, and some of it no database holds. */
const amountLimits = { least: 1e-6, most: 1e9 }
const orNothing = (amount: number): number => (Math.abs(amount) < amountLimits.least ? 0 : amount)

/** How long an absence lasts, as read: an amount that is next to nothing is read as zero. */
export const ReadDuration = Duration.overwrite((duration) =>
  'days' in duration
    ? { ...duration, days: orNothing(duration.days) }
    : { ...duration, minutes: orNothing(duration.minutes) },
).refine(
  (duration) =>
    Math.abs('days' in duration ? duration.days : duration.minutes) <= amountLimits.most,
  { message: 'out of range' },
)
