import type { Temporal } from 'temporal-polyfill'
import { returnMoment } from '../../attendance/absences/absence-times.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { localDate } from '../wording/phrase.ts'
import type { Listed } from '../wording/wording.ts'
import { type Asking, named, zoneOf } from './asking.ts'
import { type Away, absencesOf, kindOf } from './away.ts'
import { firstDayOff, nextWorkingDay } from './working-days.ts'

/**
 * When an absence is over as far as may be shown: its end, or a sick employee's expected return,
 * which nobody else has.
 */
const overAt = ({ known, end }: Away, zone: string, { show }: Asking): EpochMs | null => {
  if (end !== null || show === 'opaque') return end
  return known.estimatedReturn ? returnMoment(known.estimatedReturn, zone) : null
}

/** When those are back who are back next: by the reader's today, on the next working day. */
export const returnDay = ({ now, zone, workingDays }: Asking) => {
  const today = localDate(now, zone)
  const date = nextWorkingDay(today, workingDays)
  return { today, date, isTomorrow: date.equals(today.add({ days: 1 })) }
}

/** Somebody whose absence is over by the next working day; null for who is away longer, or is not. */
export const returningNext = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const { today, date } = returnDay(asking)
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds
  const from = startOf(firstDayOff(today, asking.workingDays))
  const [begins, ends] = [startOf(date), startOf(date.add({ days: 1 }))]
  const all = absencesOf(state, zone, asking)
  const away = all.find((each) => {
    const over = overAt(each, zone, asking)
    if (over === null || each.start >= startOf(today.add({ days: 1 }))) return false
    if (over < from || over >= ends) return false
    const back = Math.max(over, begins)
    return !all.some(
      (other) => other !== each && other.start <= back && (other.end === null || other.end > back),
    )
  })
  if (away === undefined) return null
  const { estimatedReturn, end } = away.known
  return {
    ...named(state, zone),
    ...kindOf(away.known, asking),
    ...(end === null && estimatedReturn && { expectedBack: estimatedReturn.date }),
  }
}
