import type { Temporal } from 'temporal-polyfill'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import { openClockings } from '../../attendance/state/who-is-in.ts'
import { localDate } from '../wording/phrase.ts'
import type { Listed } from '../wording/wording.ts'
import { absencesOf, kindOf, lastGoingOn, overBy } from './absent.ts'
import { type Asking, named, zoneOf } from './asking.ts'
import { firstDayOff, nextWorkingDay } from './working-days.ts'

/** When those are back who are back next: by the reader's today, on the next working day. */
export const returnDay = ({ now, zone, workingDays }: Asking) => {
  const today = localDate(now, zone)
  const date = nextWorkingDay(today, workingDays)
  return { today, date, isTomorrow: date.equals(today.add({ days: 1 })) }
}

const hasComeInSince = (moment: EpochMs, state: EmployeeState): boolean =>
  openClockings(state).some(({ start }) => epochMs(start) >= moment)

/** Somebody whose absences are over by the next working day; null for who is away longer, is not, or is in again. */
export const returningNext = (state: EmployeeState, asking: Asking): Listed | null => {
  const zone = zoneOf(state, asking)
  const { today, date } = returnDay(asking)
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds
  const from = startOf(firstDayOff(today, asking.workingDays))
  const tomorrow = startOf(today.add({ days: 1 }))
  const [begins, ends] = [startOf(date), startOf(date.add({ days: 1 }))]
  const over = overBy(from, zone, asking)
  const all = absencesOf(state, zone, asking)
  const first = all.find((each) => each.start < tomorrow && over(each) >= from)
  if (first === undefined) return null
  const last = lastGoingOn(first, all, over, begins)
  const back = Math.max(over(last), begins)
  if (back >= ends || hasComeInSince(over(last), state)) return null
  // As long as one of them has no end, nobody knows more than when the return is expected.
  const expected = all.find(({ start, end }) => end === null && start <= back)
  return {
    ...named(state, zone),
    ...kindOf(last.known, asking),
    ...(expected?.known.estimatedReturn && { expectedBack: expected.known.estimatedReturn.date }),
  }
}
