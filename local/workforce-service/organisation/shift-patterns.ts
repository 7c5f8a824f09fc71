import { type DayNumber, weekdayIndex } from './local-time.ts'

/** A planned attendance: minutes after local midnight, and how many it lasts, into the next day perhaps. */
export type Shift = { start: number; minutes: number }

/** A kind of job: its titles and its shifts. */
export type Pattern = {
  /** The job, and what it becomes on promotion. */
  jobTitles: readonly [string, string]
  /** Minutes after local midnight. */
  typicalStart: number
  /** @param turn shifts the days off of people who share a pattern against each other */
  shiftsOn: (day: DayNumber, turn: number) => Shift[]
}

const early: Shift = { start: 6 * 60, minutes: 480 }
const late: Shift = { start: 14 * 60, minutes: 480 }
const night: Shift = { start: 22 * 60, minutes: 480 }

const cycleDay = (day: DayNumber, turn: number, length: number): number =>
  (((day + turn) % length) + length) % length

const fiveOfSeven =
  (...shifts: Shift[]): Pattern['shiftsOn'] =>
  (day, turn) =>
    cycleDay(day, turn, 7) < 5 ? shifts : []

const onWeekdays =
  (shift: Shift): Pattern['shiftsOn'] =>
  (day) =>
    weekdayIndex(day) < 5 ? [shift] : []

const rotation = [early, early, late, late, night, night]
const rotating: Pattern['shiftsOn'] = (day, turn) => {
  const shift = rotation[cycleDay(day, turn, 8)]
  return shift ? [shift] : []
}

const patterns: readonly Pattern[] = [
  {
    jobTitles: ['Accountant', 'Finance lead'],
    typicalStart: 540,
    shiftsOn: onWeekdays({ start: 540, minutes: 510 }),
  },
  {
    jobTitles: ['Warehouse operative', 'Shift lead'],
    typicalStart: 360,
    shiftsOn: fiveOfSeven(early),
  },
  { jobTitles: ['Nurse', 'Senior nurse'], typicalStart: 840, shiftsOn: rotating },
  { jobTitles: ['Support agent', 'Team lead'], typicalStart: 840, shiftsOn: fiveOfSeven(late) },
  {
    jobTitles: ['Security guard', 'Head of security'],
    typicalStart: 1320,
    shiftsOn: fiveOfSeven(night),
  },
  {
    jobTitles: ['Chef', 'Head chef'],
    typicalStart: 690,
    shiftsOn: fiveOfSeven({ start: 690, minutes: 180 }, { start: 1050, minutes: 240 }),
  },
  { jobTitles: ['Line operator', 'Line supervisor'], typicalStart: 840, shiftsOn: rotating },
  {
    jobTitles: ['Bus driver', 'Dispatcher'],
    typicalStart: 330,
    shiftsOn: fiveOfSeven({ start: 330, minutes: 510 }),
  },
  {
    jobTitles: ['Shop assistant', 'Shop manager'],
    typicalStart: 780,
    shiftsOn: fiveOfSeven({ start: 780, minutes: 480 }),
  },
  {
    jobTitles: ['Baker', 'Head baker'],
    typicalStart: 120,
    shiftsOn: fiveOfSeven({ start: 120, minutes: 450 }),
  },
  {
    jobTitles: ['Cleaner', 'Cleaning lead'],
    typicalStart: 1080,
    shiftsOn: fiveOfSeven({ start: 1080, minutes: 240 }),
  },
  {
    jobTitles: ['Engineer', 'Principal engineer'],
    typicalStart: 570,
    shiftsOn: onWeekdays({ start: 570, minutes: 480 }),
  },
]

/** The pattern of the person with a number: each has its turn. */
export const patternAt = (number: number): Pattern =>
  patterns[number % patterns.length] ?? {
    jobTitles: ['Trainee', 'Clerk'],
    typicalStart: 540,
    shiftsOn: () => [],
  }

/** How often every pattern has had its turn before that of the person with a number. */
export const roundOf = (number: number): number => Math.floor(number / patterns.length)
