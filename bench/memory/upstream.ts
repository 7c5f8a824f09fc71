import * as z from 'zod'
import { day, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { answerTo } from '../organisation/answers.ts'
import { employeeIdOf, recordIdOf } from '../organisation/day.ts'
import { serveAnswers } from '../serve.ts'

/**
 * A Workforce API whose employees do what it is told, all at once, in a process of its own. Arguments: employees,
 * latency in milliseconds.
 */

/**
 * What the employees have done: they are in; they have all clocked out; of each, many shifts with long notes have
 * been synced late.
 */
export const Phase = z.enum(['in', 'out', 'late'])
export type Phase = z.infer<typeof Phase>

const began = Date.now()
/** Of the shifts that are synced late, so many a day, and on so many days. */
const late = { shifts: 5, days: 6 }
const longNote = 'x'.repeat(1_000)

const clockingOf = (employee: number, number: number, start: number, end: number | null) => ({
  id: recordIdOf(employee, number, 'c'),
  employeeId: employeeIdOf(employee),
  start: utc(start),
  end: end === null ? null : utc(end),
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [{ id: recordIdOf(employee, number, 'b'), start: utc(start), end: utc(start + minute) }],
  note: null as string | null,
})

const lateShifts = (employee: number): Clocking[] =>
  Array.from({ length: late.shifts * late.days }, (_, n) => {
    const start = began - (Math.floor(n / late.shifts) * day + (n % late.shifts) * hour + 4 * hour)
    return { ...clockingOf(employee, n + 1, start, start + 30 * minute), note: longNote }
  })

const [employees = 0, latency = 0] = process.argv.slice(2).map(Number)
let phase: Phase = 'in'
process.on('message', (message) => {
  phase = z.object({ phase: Phase }).parse(message).phase
  process.send?.('told')
})

const shown = (employee: number): Clocking[] => [
  clockingOf(employee, 0, began - 2 * hour, phase === 'in' ? null : began),
  ...(phase === 'late' ? lateShifts(employee) : []),
]

await serveAnswers(latency, (path, body) => answerTo(employees, path, body, shown))
