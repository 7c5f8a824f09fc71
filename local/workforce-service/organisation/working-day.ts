import { minute } from '../../../lib/attendance/moments.ts'
import type { TimeOff } from './absence-plan.ts'
import type { Attendance, Stretch } from './attendance.ts'
import { type DayNumber, momentAt } from './local-time.ts'
import { onRecord, strayClocking } from './mishaps.ts'
import { isEmployedOn, type Person } from './person.ts'
import { type Draws, drawsOf, idOf } from './random.ts'
import type { Shift } from './shift-patterns.ts'
import type { Story } from './story.ts'

/** Nobody comes in for less. */
const shortestMinutes = 45
/** After how many minutes of work a break is due. */
const minutesPerBreak = 75

/** What is left of a shift beside the time off; null where that is nothing. */
const shiftBeside = (shift: Shift, timeOff: TimeOff | undefined): Shift | null => {
  const end = shift.start + shift.minutes
  if (timeOff === undefined || timeOff.from >= end || timeOff.to <= shift.start) return shift
  const start = timeOff.from <= shift.start ? Math.max(shift.start, timeOff.to) : shift.start
  const until = timeOff.from > shift.start ? timeOff.from : end
  // Time off to the end of the day covers what a shift has after midnight.
  const isGone = timeOff.from <= shift.start && timeOff.to >= 1440
  return isGone || until - start < shortestMinutes ? null : { start, minutes: until - start }
}

/** The true times of a shift: early or late by some minutes, now and then by much more. */
const workedStretch = (planned: Stretch, draws: Draws): Stretch => {
  const lateBy = draws.chance(0.1) ? draws.whole(8, 40) : draws.whole(-9, 4)
  const overtime = draws.chance(0.06) ? draws.whole(20, 90) : draws.whole(-3, 11)
  const second = () => draws.whole(0, 59) * 1000
  return {
    start: planned.start + lateBy * minute + second(),
    end: planned.end + overtime * minute + second(),
  }
}

/** Breaks spread over a stretch, the one in the middle a meal. */
const breaksWithin = ({ start, end }: Stretch, id: string, draws: Draws): Attendance['breaks'] => {
  const count = Math.floor((end - start) / minute / minutesPerBreak)
  const spacing = (end - start) / (count + 1)
  return Array.from({ length: count }, (_, index) => {
    const isMeal = count > 3 && index === Math.floor(count / 2)
    const begins = start + spacing * (index + 1) + draws.whole(-8, 8) * minute
    const breakStart = Math.round(begins / 1000) * 1000
    // Breaks are 37 minutes apart or, with a meal among them, 60; none reaches the next.
    const length = (isMeal ? draws.whole(25, 40) : draws.whole(7, 14)) * minute
    return {
      id: idOf(id, 'break', index),
      start: breakStart,
      end: breakStart + length + draws.whole(0, 59) * 1000,
    }
  })
}

const attendanceOf = (person: Person, day: DayNumber, shift: Shift, draws: Draws): Attendance => {
  const { timeZone } = person.habits
  const begins = momentAt(day, shift.start, timeZone)
  const worked = workedStretch({ start: begins, end: begins + shift.minutes * minute }, draws)
  const id = idOf(person.id, day, shift.start < 960 ? 'first' : 'second')
  return {
    ...worked,
    id,
    employeeId: person.id,
    timeZone,
    breaks: breaksWithin(worked, id, draws),
    note: null,
  }
}

/**
 * The clockings of the shifts that begin on a day local to somebody, with how they get on
 * record; the same for the same seed.
 */
export const clockingsOfDay = (
  seed: number,
  person: Person,
  day: DayNumber,
  timeOff: TimeOff | undefined,
): Story<Attendance>[] => {
  if (!isEmployedOn(person, day)) return []
  const draws = drawsOf(seed, person.id, day)
  const shifts = person.habits
    .shiftsOn(day)
    .flatMap((shift) => shiftBeside(shift, timeOff) ?? [])
    .map((shift) => attendanceOf(person, day, shift, draws))
  const stories = shifts.map((attendance, index) =>
    onRecord(attendance, draws, index === shifts.length - 1),
  )
  const [first] = shifts
  return first && draws.chance(0.012) ? [strayClocking(first, draws), ...stories] : stories
}
