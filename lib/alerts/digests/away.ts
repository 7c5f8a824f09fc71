import { Temporal } from 'temporal-polyfill'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { openClockings } from '../../attendance/state/who-is-in.ts'
import { localDate } from '../wording/phrase.ts'
import type { Listed } from '../wording/wording.ts'
import { type Away, absencesOf, kindOf, lastGoingOn, overBy } from './absent.ts'
import { type Asking, named, zoneOf } from './asking.ts'

/** The local day of an employee as a span. */
type Day = { start: EpochMs; end: EpochMs; date: string }

const dayOf = (now: EpochMs, zone: string): Day => {
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay()
  const at = (days: number) => start.add({ days }).startOfDay().epochMilliseconds
  return { start: at(0), end: at(1), date: start.toPlainDate().toString() }
}

const lastDayOf = (
  { known, end }: Away,
  { date }: Day,
  zone: string,
  { show }: Asking,
): Pick<Listed, 'lastDay' | 'expectedBack'> => {
  // Of a sickness alone is a return expected, so that only those who may know the kind are shown it.
  if (known.end === null && known.estimatedReturn && show !== 'opaque')
    return { expectedBack: known.estimatedReturn.date }
  if (end === null) return { lastDay: null }
  // One that ends as a day begins lasts until the day before.
  const lastDay = localDate(end - 1, zone).toString()
  return lastDay > date ? { lastDay } : {}
}

/** What is to be said of somebody who is in and absent all the same, now or later today. */
export const awayToday = (state: EmployeeState, asking: Asking): Partial<Listed> => {
  // A roll call asks this of thousands, and hardly any of them has an absence.
  if (Object.keys(state.absences).length === 0) return {}
  const zone = zoneOf(state, asking)
  const day = dayOf(asking.now, zone)
  const away = absencesOf(state, zone, asking).find(
    ({ start, end }) => start < day.end && (end === null || end > asking.now),
  )
  if (away === undefined) return {}
  const isLater = away.start > asking.now
  return { ...kindOf(away.known, asking), away: isLater ? { from: away.start } : {} }
}

/** Somebody who is off for some of their today, and until when by all that goes on from that; null for who is not. */
export const offToday = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const day = dayOf(asking.now, zone)
  const all = absencesOf(state, zone, asking)
  const over = overBy(day.start, zone, asking)
  const today = all.filter(({ start, end }) => start < day.end && (end === null || end > day.start))
  const isOver = (each: Away) => {
    const { end } = lastGoingOn(each, all, over)
    return end !== null && end <= asking.now
  }
  // Of several times off today, what is to come matters more than what is over.
  const first = today.find((each) => !isOver(each)) ?? today[0]
  if (first === undefined) return null
  const { start, known } = first
  const last = lastGoingOn(first, all, over)
  const { end } = last
  const [clocking] = openClockings(state)
  return {
    ...named(state, zone),
    ...kindOf(known, asking),
    ...(start > day.start && { from: start }),
    ...(end !== null && end < day.end ? { until: end } : lastDayOf(last, day, zone, asking)),
    ...(clocking !== undefined && { inSince: epochMs(clocking.start) }),
  }
}
