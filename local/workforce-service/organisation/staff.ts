import { day as dayMs } from '../../../lib/attendance/moments.ts'
import { type DayNumber, dayNumberOf, utcDayOf } from './local-time.ts'
import { type Person, personOf, type Tenure } from './person.ts'
import { type Draws, drawsOf } from './random.ts'

/** How many days somebody stays on average, which is brisk, so that it can be watched. */
const meanStayDays = 400
const earliestHire = dayNumberOf('2015-01-05')

/** Everybody who is or was on the list at a moment, epoch milliseconds. */
export type Staff = {
  listedAt(at: number): Person[]
  person(id: string, at: number): Person | undefined
}

const isListed = ({ tenure }: Person, at: number): boolean => (tenure.listedAt ?? 0) <= at

const stay = (draws: Draws): number => 1 + Math.floor(-Math.log(1 - draws.unit()) * meanStayDays)

/**
 * The tenure of those there from the beginning. The people numbered 1 to 3 show what is rare,
 * one who leaves today, one who left and one who came lately, wherever there are ten or more.
 */
const initialTenure = (draws: Draws, number: number, size: number, today: DayNumber): Tenure => {
  const isShowing = (which: number) => size >= 10 && number === which
  const lastDay = today + stay(draws)
  const firstDay = Math.min(earliestHire + draws.whole(0, 3600), today - 120)
  const recently = today - draws.whole(5, 60)
  const isNewcomer = isShowing(3) || (number > 3 && draws.chance(0.05))
  const isLeaver = isShowing(2) || (number > 3 && !isNewcomer && draws.chance(0.04))
  return {
    listedAt: null,
    firstDay: isNewcomer ? recently : firstDay,
    lastDay: isShowing(1) ? today : isLeaver ? recently : lastDay,
    promotedOn: today + draws.whole(1, 600),
  }
}

/** Joiner `nth`, from 0, comes so much later that as many come as leave. */
const joinerTenure = (draws: Draws, nth: number, size: number, today: DayNumber): Tenure => {
  const interval = meanStayDays / size
  const days = 1 + nth * interval + draws.unit() * Math.min(interval, 0.2)
  const listedAt = Math.floor((today + days) * dayMs)
  const firstDay = utcDayOf(listedAt) + draws.whole(1, 3)
  const lastDay = firstDay + stay(draws)
  return { listedAt, firstDay, lastDay, promotedOn: firstDay + draws.whole(100, 600) }
}

/**
 * Draws up who works here when.
 * @param size how many are on the list on the day of the start, leavers included
 * @param startedAt epoch milliseconds; only its UTC day counts, from the next day on people join
 */
export const createStaff = (seed: number, size: number, startedAt: number): Staff => {
  const today = utcDayOf(startedAt)
  const people: Person[] = []
  const byId = new Map<string, Person>()

  const add = (tenure: (draws: Draws) => Tenure) => {
    const number = people.length
    const person = personOf(seed, number, tenure(drawsOf(seed, 'employment', number)))
    people.push(person)
    byId.set(person.id, person)
  }
  for (let number = 0; number < size; number += 1)
    add((draws) => initialTenure(draws, number, size, today))

  /** Nobody has to be drawn up again: joiners come in the order of their numbers. */
  const drawUpTo = (at: number) => {
    while (size > 0 && (people.at(-1)?.tenure.listedAt ?? 0) <= at && people.length < size * 20)
      add((draws) => joinerTenure(draws, people.length - size, size, today))
  }
  return {
    listedAt(at) {
      drawUpTo(at)
      return people.filter((person) => isListed(person, at))
    },
    person(id, at) {
      drawUpTo(at)
      const person = byId.get(id)
      return person && isListed(person, at) ? person : undefined
    },
  }
}
