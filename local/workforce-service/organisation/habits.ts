import type { DayNumber } from './local-time.ts'
import { patternAt, roundOf, type Shift } from './shift-patterns.ts'

/** Where and when somebody works. */
export type Habits = {
  timeZone: string
  jobTitles: readonly [string, string]
  shiftsOn(day: DayNumber): Shift[]
}

/** Where people work, with the usual distance of local clocks from UTC in minutes. */
const places = [
  { timeZone: 'Europe/London', offset: 0 },
  { timeZone: 'Europe/Warsaw', offset: 60 },
  { timeZone: 'Africa/Johannesburg', offset: 120 },
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

/**
 * The habits of the person with a number. They are dealt out, not drawn: each pattern in turn,
 * in the zone that puts its start where the day has most room, so that even a small
 * organisation has somebody coming or going at every hour.
 */
export const habitsOf = (number: number): Habits => {
  const { jobTitles, typicalStart, shiftsOn } = patternAt(number)
  const round = roundOf(number)
  const wanted = ((number * goldenRatio) % 1) * minutesPerDay
  return {
    timeZone: timeZoneWhere(typicalStart, wanted),
    jobTitles,
    shiftsOn: (day) => shiftsOn(day, number * 3 + round),
  }
}
