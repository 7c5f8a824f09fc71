import { Temporal } from 'temporal-polyfill'
import { hour, minute, second } from '../../lib/attendance/moments.ts'

/** When people come to work, and when the digest of the morning is sent. */
const morning = Temporal.PlainTime.from('08:30')
/** So much earlier a run begins, in real milliseconds: by then the first polls have come through. */
const ahead = 8 * second
const leastAhead = minute
const mostAhead = 8 * hour

/**
 * The next moment that comes shortly before a working morning: whoever starts a simulation at
 * night or on a Sunday should see people come, and the first message, within seconds.
 * @param now epoch milliseconds
 * @param speed how fast the clock of the run goes
 */
export const workingMorning = (now: number, timeZone: string, speed: number): number => {
  const before = Math.min(Math.max(ahead * speed, leastAhead), mostAhead)
  let date = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  for (;;) {
    const at = date.toZonedDateTime({ timeZone, plainTime: morning }).epochMilliseconds - before
    if (date.dayOfWeek <= 5 && at >= now) return at
    date = date.add({ days: 1 })
  }
}
