import { minute } from '../../../lib/attendance/moments.ts'
import type { Attendance } from './attendance.ts'
import { type Draws, idOf } from './random.ts'
import type { Story } from './story.ts'

type Mishap = (attendance: Attendance, draws: Draws) => Story<Attendance>

const asItHappens: Mishap = (attendance) => [{ at: attendance.start, value: attendance }]

/** Nobody clocks out; a manager puts the end in the next morning. */
const forgottenClockOut: Mishap = (attendance, draws) => [
  { at: attendance.start, value: { ...attendance, end: Number.POSITIVE_INFINITY } },
  {
    at: attendance.end + draws.whole(8 * 60, 12 * 60) * minute,
    value: { ...attendance, note: 'Forgot to clock out; end entered by manager' },
  },
]

/** The terminal was offline: all of it is known hours later. */
const syncedLate: Mishap = (attendance, draws) => [
  { at: attendance.end + draws.whole(60, 8 * 60) * minute, value: attendance },
]

/** The first clock-in did not register; a manager moves the start back. */
const startAmended: Mishap = (attendance, draws) => [
  { at: attendance.start, value: attendance },
  {
    at: attendance.end + draws.whole(20, 6 * 60) * minute,
    value: {
      ...attendance,
      start: attendance.start - draws.whole(5, 25) * minute,
      note: 'Start corrected by manager',
    },
  },
]

/** Clocked out by mistake, and the clocking opened again minutes later. */
const reopened: Mishap = (attendance, draws) => {
  const lastBreakEnd = attendance.breaks.at(-1)?.end ?? attendance.start
  const mistake = lastBreakEnd + Math.round((attendance.end - lastBreakEnd) * 0.4)
  return [
    { at: attendance.start, value: { ...attendance, end: mistake } },
    { at: mistake + draws.whole(3, 9) * minute, value: attendance },
  ]
}

/** The last break is only ended by clocking out; its end is corrected later. */
const forgottenBreakEnd: Mishap = (attendance, draws) => {
  const breaks = attendance.breaks.map((pause, index) =>
    index === attendance.breaks.length - 1 ? { ...pause, end: attendance.end } : pause,
  )
  return [
    { at: attendance.start, value: { ...attendance, breaks } },
    { at: attendance.end + draws.whole(30, 5 * 60) * minute, value: attendance },
  ]
}

/**
 * How a clocking gets on record: nearly always as it happens, and now and then wrongly at
 * first. All is put right within 12 hours of its end, before the next shift begins.
 * @param isLast whether no other shift of the same day follows
 */
export const onRecord = (
  attendance: Attendance,
  draws: Draws,
  isLast: boolean,
): Story<Attendance> => {
  const luck = draws.unit()
  if (luck < 0.02 && isLast) return forgottenClockOut(attendance, draws)
  if (luck < 0.035) return syncedLate(attendance, draws)
  if (luck < 0.05) return startAmended(attendance, draws)
  if (luck < 0.06) return reopened(attendance, draws)
  if (luck < 0.075) return forgottenBreakEnd(attendance, draws)
  return asItHappens(attendance, draws)
}

/** A clocking of a minute or two some time before a shift, made by mistake and deleted hours later. */
export const strayClocking = (attendance: Attendance, draws: Draws): Story<Attendance> => {
  const start = attendance.start - draws.whole(35, 55) * minute
  const stray: Attendance = {
    ...attendance,
    id: idOf(attendance.id, 'stray'),
    start,
    end: start + draws.whole(40, 150) * 1000,
    breaks: [],
    note: null,
  }
  return [
    { at: stray.start, value: stray },
    { at: stray.end + draws.whole(90, 300) * minute, value: null },
  ]
}
