import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'
import type { EpochMs } from './moments.ts'
import { TimeZone } from './rules.ts'

/** From one time of day to another, `HH:MM`, in a zone; over midnight where the end is the earlier. */
export const QuietHours = z.object({
  from: z.string(),
  until: z.string(),
  everySeconds: z.number().positive(),
  timeZone: TimeZone,
})
export type QuietHours = z.infer<typeof QuietHours>

const isWithin = (time: string, { from, until }: QuietHours): boolean =>
  from <= until ? from <= time && time < until : from <= time || time < until

/** How often shards are polled at a moment: in quiet hours as these say, where that is more rarely. */
export const pollEverySeconds = (
  clockingsEverySeconds: number,
  quiet: QuietHours | undefined,
  now: EpochMs,
): number => {
  if (quiet === undefined) return clockingsEverySeconds
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(quiet.timeZone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return isWithin(time, quiet)
    ? Math.max(quiet.everySeconds, clockingsEverySeconds)
    : clockingsEverySeconds
}
