import type { Absence, AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { daysOff, type PlannedAbsence } from './absence-plan.ts'
import { type DayNumber, dateOf, momentAt, timeOf } from './local-time.ts'
import type { Person } from './person.ts'
import { type Draws, idOf } from './random.ts'

/** When the second half of a day begins, minutes after midnight. */
const midday = 720

export const dateBoundary = (day: DayNumber): AbsenceBoundary => ({
  $type: 'LocalDate',
  date: dateOf(day),
})

const plainAbsence = (
  $type: 'Holiday' | 'Toil' | 'Other',
  person: Person,
  displayName: string,
  start: AbsenceBoundary,
  end: AbsenceBoundary | null,
): Absence => ({
  $type,
  id: idOf(person.id, displayName, start.date),
  employeeId: person.id,
  start,
  end,
  displayName,
  note: '',
})

/** Annual leave of some days, approved before; sometimes withdrawn, made longer, or worked through. */
export const holiday = (person: Person, draws: Draws, first: DayNumber): PlannedAbsence => {
  const last = first + draws.whole(0, 5)
  const at = (day: DayNumber) => momentAt(day, draws.whole(540, 1020), person.habits.timeZone)
  const until = (day: DayNumber) =>
    plainAbsence('Holiday', person, 'Annual leave', dateBoundary(first), dateBoundary(day))
  const approved = { at: at(first - draws.whole(8, 50)), value: until(last) }
  if (draws.chance(0.06)) {
    const withdrawn = { at: at(first - draws.whole(1, 6)), value: null }
    return { story: [approved, withdrawn], days: [first, last], timeOff: new Map() }
  }
  if (draws.chance(0.08)) {
    const extended = { at: at(last), value: until(last + 1) }
    return {
      story: [approved, extended],
      days: [first, last + 1],
      timeOff: daysOff(first, last + 1),
    }
  }
  const timeOff = daysOff(first, last)
  if (draws.chance(0.08)) timeOff.delete(last)
  return { story: [approved], days: [first, last], timeOff }
}

/** Half a day of annual leave, or an afternoon in lieu; only for those who work around midday. */
export const halfDay = (person: Person, draws: Draws, day: DayNumber): PlannedAbsence | null => {
  const shift = person.habits.shiftsOn(day)[0]
  const isAroundMidday =
    shift && shift.start <= midday - 120 && shift.start + shift.minutes >= midday + 120
  if (!isAroundMidday) return null
  const at = momentAt(day - draws.whole(2, 20), draws.whole(540, 1020), person.habits.timeZone)
  if (draws.chance(0.4)) {
    const from = midday + draws.whole(0, 4) * 15
    const boundary = (minutes: number): AbsenceBoundary => ({
      $type: 'LocalDateTime',
      date: dateOf(day),
      time: timeOf(minutes),
    })
    const value = plainAbsence('Toil', person, 'Time off in lieu', boundary(from), boundary(1080))
    const timeOff = new Map([[day, { from, to: 1440 }]])
    return { story: [{ at, value }], days: [day, day], timeOff }
  }
  const isMorning = draws.chance(0.5)
  const boundary: AbsenceBoundary = {
    $type: 'LocalDatePart',
    date: dateOf(day),
    datePart: isMorning ? 'FirstHalf' : 'SecondHalf',
  }
  const value = plainAbsence('Holiday', person, 'Annual leave', boundary, boundary)
  const timeOff = new Map([[day, isMorning ? { from: 0, to: midday } : { from: midday, to: 1440 }]])
  return { story: [{ at, value }], days: [day, day], timeOff }
}

/** Some other leave, whose end is sometimes unknown until it comes. */
export const otherLeave = (person: Person, draws: Draws, first: DayNumber): PlannedAbsence => {
  const last = first + draws.whole(0, 7)
  const displayName = draws.pick([
    'Parental leave',
    'Jury service',
    'Compassionate leave',
    'Training',
  ])
  const at = (day: DayNumber) => momentAt(day, draws.whole(480, 900), person.habits.timeZone)
  const until = (end: AbsenceBoundary | null) =>
    plainAbsence('Other', person, displayName, dateBoundary(first), end)
  const known = { at: at(first - draws.whole(1, 20)), value: until(dateBoundary(last)) }
  const story = draws.chance(0.3)
    ? [
        { at: known.at, value: until(null) },
        { at: at(last), value: until(dateBoundary(last)) },
      ]
    : [known]
  return { story, days: [first, last], timeOff: daysOff(first, last) }
}
