import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'

/** A stretch of time, epoch milliseconds; `end` is Infinity where nobody ended it. */
export type Stretch = { start: number; end: number }

/** A clocking as its times will have been; how much of it has happened is cut off when it is shown. */
export type Attendance = Stretch & {
  id: string
  employeeId: string
  timeZone: string
  breaks: (Stretch & { id: string })[]
  note: string | null
}

/** The UTC spelling of a moment, to the second: `2026-11-20T17:31:04Z`. */
const utcSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

const endAt = ({ end }: Stretch, at: number): string | null => (end <= at ? utcSecond(end) : null)

/** The clocking as it is at a moment, epoch milliseconds: nothing that is still to come. */
export const clockingAt = (attendance: Attendance, at: number): Clocking => ({
  id: attendance.id,
  employeeId: attendance.employeeId,
  start: utcSecond(attendance.start),
  end: endAt(attendance, at),
  startTimeZone: attendance.timeZone,
  endTimeZone: attendance.timeZone,
  breaks: attendance.breaks
    .filter(({ start }) => start <= at)
    .map((pause) => ({ id: pause.id, start: utcSecond(pause.start), end: endAt(pause, at) })),
  note: attendance.note,
})
