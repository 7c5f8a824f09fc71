import { type DayNumber, weekdayOf } from './local-time.ts'

/** A planned attendance: minutes after local midnight, and how many it lasts, into the next day perhaps. */
export type Shift = { start: number; minutes: number }

/** Where and when somebody works. */
export type Habits = {
  timeZone: string
  jobTitles: readonly [string, string]
  shiftsOn(day: DayNumber): Shift[]
}

type Pattern = {
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
    weekdayOf(day) < 5 ? [shift] : []

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

/** Where people work, with the usual distance of local clocks from UTC in minutes. */
const places = [
  { timeZone: 'Europe/London', offset: 0 },
  { timeZone: 'Europe/Warsaw', offset: 60 },
  { timeZone: 'Africa/Lagos', offset: 60 },
  { timeZone: 'Asia/Dubai', offset: 240 },
  { timeZone: 'Asia/Kolkata', offset: 330 },
  { timeZone: 'Asia/Tokyo', offset: 540 },
  { timeZone: 'Australia/Sydney', offset: 600 },
  { timeZone: 'Pacific/Auckland', offset: 720 },
  { timeZone: 'America/Los_Angeles', offset: -480 },
  { timeZone: 'America/Denver', offset: -420 },
  { timeZone: 'America/New_York', offset: -300 },
  { timeZone: 'America/Sao_Paulo', offset: -180 },
]

const minutesPerDay = 1440

const circularDistance = (a: number, b: number): number => {
  const ahead = (((a - b) % minutesPerDay) + minutesPerDay) % minutesPerDay
  return Math.min(ahead, minutesPerDay - ahead)
}

/** The zone in which a local time comes nearest to a time in UTC; both minutes of the day. */
const timeZoneWhere = (local: number, utc: number): string =>
  places.reduce((best, place) =>
    circularDistance(local - place.offset, utc) < circularDistance(local - best.offset, utc)
      ? place
      : best,
  ).timeZone

/** Multiples of the golden ratio, modulo 1, spread evenly however many are taken. */
const goldenRatio = (1 + Math.sqrt(5)) / 2

const patternAt = (number: number): Pattern =>
  patterns[number % patterns.length] ?? {
    jobTitles: ['Trainee', 'Clerk'],
    typicalStart: 540,
    shiftsOn: () => [],
  }

/**
 * The habits of the person with a number. They are dealt out, not drawn: each pattern in turn,
 * in the zone that puts its start where the day has most room, so that even a small
 * organisation has somebody coming or going at every hour.
 */
export const habitsOf = (number: number): Habits => {
  const { jobTitles, typicalStart, shiftsOn } = patternAt(number)
  const round = Math.floor(number / patterns.length)
  const wanted = ((number * goldenRatio) % 1) * minutesPerDay
  return {
    timeZone: timeZoneWhere(typicalStart, wanted),
    jobTitles,
    shiftsOn: (day) => shiftsOn(day, number * 3 + round),
  }
}
