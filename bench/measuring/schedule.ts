import { hour, minute } from '../../lib/attendance/moments.ts'
import { times } from '../organisation/day.ts'

/** When everyone is polled on a day, and what each poll is measured as. */

export const scenarios = [
  'idle poll',
  'shift start',
  'ordinary minutes',
  'everyone clocks out',
] as const
export type Scenario = (typeof scenarios)[number]

/** Some polls one after another, which are one measurement or none; milliseconds from midnight. */
export type Span = { scenario: Scenario | null; polls: readonly number[] }

/** The first poll of a day reads what the night before left; nothing is measured in it. */
const unmeasured = (at: number): Span => ({ scenario: null, polls: [at] })
const idle = (at: number): Span => ({ scenario: 'idle poll', polls: [at] })
/** A poll each minute of some time, the first a minute after its begin. */
const everyMinute = (scenario: Scenario, begin: number, lasts: number): Span => ({
  scenario,
  polls: Array.from({ length: lasts / minute }, (_, index) => begin + (index + 1) * minute),
})

/**
 * Of a whole day. What is not measured before a measurement also asks for the absences, which are due
 * every quarter of an hour, so that what is measured is one call for each employee.
 */
const schedule: readonly Span[] = [
  unmeasured(6 * hour),
  idle(6 * hour + minute),
  idle(6 * hour + 2 * minute),
  idle(6 * hour + 3 * minute),
  unmeasured(times.shiftStart),
  everyMinute('shift start', times.shiftStart, times.shiftStartLasts),
  unmeasured(times.breakStart),
  everyMinute('ordinary minutes', times.breakStart, 5 * minute),
  unmeasured(times.breakStart + times.breaksLast + times.oneBreakLasts),
  unmeasured(times.shiftEnd - minute),
  everyMinute('everyone clocks out', times.shiftEnd, times.shiftEndLasts),
]

/** A poll of very many people is over by so long after its begin, and absences are not due again. */
const longPoll = 10 * minute

/** What is to be over before a moment, and a measurement of one poll then. */
const onePoll = (scenario: Scenario, at: number): Span[] => [
  unmeasured(at - longPoll),
  { scenario, polls: [at] },
]

/** Of a day of so many people that a poll of them takes minutes: each measurement is one poll, once everybody has done it. */
const fewPolls: readonly Span[] = [
  ...onePoll('idle poll', 6 * hour),
  ...onePoll('shift start', times.shiftStart + times.shiftStartLasts),
  ...onePoll('ordinary minutes', times.breakStart + minute),
  ...onePoll('everyone clocks out', times.shiftEnd + times.shiftEndLasts),
]

/** The polls of a day: of all of it, a few of them, those of its first and last alone, or of the first. */
export const spansOf = {
  whole: schedule,
  few: fewPolls,
  ends: [...schedule.slice(0, 1), ...schedule.slice(-1)],
  first: schedule.slice(0, 1),
} as const
