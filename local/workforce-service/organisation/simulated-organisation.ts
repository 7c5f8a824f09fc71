import { emptyOrganisation, type Organisation } from '../organisation.ts'
import { createAbsenceCalendar, longestNoticeDays, longestOpenDays } from './absences.ts'
import { type Attendance, clockingAt } from './attendance.ts'
import { type DayNumber, dayNumberOf, utcDayOf } from './local-time.ts'
import { memoized } from './memoized.ts'
import { employeeAt, type Person } from './person.ts'
import { createStaff } from './staff.ts'
import { onRecordAt, type Story } from './story.ts'
import { clockingsOfDay } from './working-day.ts'

export type SimulationOptions = {
  /** How many people it begins with. */
  size: number
  seed: number
  /** The moment it begins, epoch milliseconds, of which only the UTC day counts. */
  startedAt: number
}

/**
 * A shift that touches a moment, or is open then, began at most so many UTC days before, forgotten
 * clock-outs included.
 */
const daysBefore = 2
/** In the east, a shift of tomorrow's local date begins on today's UTC date. */
const daysAfter = 1

/**
 * People who live their working days. Nothing is stored and nothing runs: what is on record at
 * a moment is worked out from the seed, the day of the start and that moment.
 */
export const createSimulatedOrganisation = ({
  size,
  seed,
  startedAt,
}: SimulationOptions): Organisation => {
  if (size === 0) return emptyOrganisation
  const staff = createStaff(seed, size, startedAt)
  const absences = createAbsenceCalendar(seed)
  const storiesOf = memoized(
    ({ person, day }: { person: Person; day: DayNumber }): Story<Attendance>[] =>
      clockingsOfDay(seed, person, day, absences.timeOff(person, day)),
    ({ person, day }) => `${person.id}/${day}`,
    50_000,
  )

  return {
    employees: (at) => staff.listedAt(at).map((person) => employeeAt(person, at)),
    employee(id, at) {
      const person = staff.person(id, at)
      return person && employeeAt(person, at)
    },
    clockings(employeeId, from, to, at) {
      const person = staff.person(employeeId, at)
      if (person === undefined) return []
      const clockings = []
      const first = utcDayOf(Math.min(from, at)) - daysBefore
      const last = utcDayOf(Math.min(to, at)) + daysAfter
      for (let day = first; day <= last; day += 1)
        for (const story of storiesOf({ person, day })) {
          const attendance = onRecordAt(story, at)
          if (attendance) clockings.push(clockingAt(attendance, at))
        }
      return clockings
    },
    absences(employeeId, from, to, at) {
      const person = staff.person(employeeId, at)
      if (person === undefined) return []
      const today = utcDayOf(at)
      const first = Math.min(dayNumberOf(from), today - longestOpenDays)
      const last = Math.min(dayNumberOf(to), today + longestNoticeDays + 1)
      return absences
        .between(person, first, last)
        .flatMap(({ story }) => onRecordAt(story, at) ?? [])
    },
  }
}
