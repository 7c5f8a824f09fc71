import type { PlannedAbsence, TimeOff } from './absence-plan.ts'
import { halfDay, holiday, otherLeave } from './leave.ts'
import type { DayNumber } from './local-time.ts'
import { memoized } from './memoized.ts'
import { isEmployedOn, type Person } from './person.ts'
import { drawsOf } from './random.ts'
import { sickness } from './sickness.ts'

/** Absences are drawn for so many days at a time, and never reach over the edge. */
const blockDays = 28
/** The longest absence drawn, which has to fit into what is left of its block. */
const longestDays = 9
/** How long before its first day an absence can be on record, at most. */
export const longestNoticeDays = 51
/** How long after its first day an absence can be on record without an end, at most. */
export const longestOpenDays = longestDays

type BlockKey = { person: Person; block: number }

const drawBlock = (seed: number, { person, block }: BlockKey): PlannedAbsence[] => {
  const draws = drawsOf(seed, person.id, 'absences', block)
  const someDay = (): DayNumber => block * blockDays + draws.whole(0, blockDays - longestDays)
  const candidates = [
    draws.chance(0.35) ? holiday(person, draws, someDay()) : null,
    draws.chance(0.25) ? sickness(person, draws, someDay()) : null,
    draws.chance(0.3) ? halfDay(person, draws, someDay()) : null,
    draws.chance(0.07) ? otherLeave(person, draws, someDay()) : null,
  ]
  const chosen: PlannedAbsence[] = []
  for (const candidate of candidates) {
    if (candidate === null) continue
    const [first, last] = candidate.days
    const isFree = chosen.every(({ days }) => last < days[0] || days[1] < first)
    if (isFree && isEmployedOn(person, first) && isEmployedOn(person, last)) chosen.push(candidate)
  }
  return chosen
}

/** The absences that the organisation's people will turn out to have had. */
export type AbsenceCalendar = {
  /** At least those that touch a day from `first` to `last`. */
  between(person: Person, first: DayNumber, last: DayNumber): PlannedAbsence[]
  timeOff(person: Person, day: DayNumber): TimeOff | undefined
}

/** Draws absences as they are asked for; the same for the same seed. */
export const createAbsenceCalendar = (seed: number): AbsenceCalendar => {
  const blockOf = (day: DayNumber) => Math.floor(day / blockDays)
  const absencesIn = memoized(
    (key: BlockKey) => drawBlock(seed, key),
    ({ person, block }) => `${person.id}/${block}`,
    20_000,
  )
  return {
    between(person, first, last) {
      const found: PlannedAbsence[] = []
      for (let block = blockOf(first); block <= blockOf(last); block += 1)
        found.push(...absencesIn({ person, block }))
      return found
    },
    timeOff: (person, day) =>
      absencesIn({ person, block: blockOf(day) })
        .map((absence) => absence.timeOff.get(day))
        .find((timeOff) => timeOff !== undefined),
  }
}
