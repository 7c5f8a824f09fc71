import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, minute, utc, utcDate } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import type { Person, Version } from './history.ts'

/** Where it is midnight long before that. */
const ahead = ['Pacific/Auckland', 'Asia/Tokyo'] as const

const aHoliday = (person: Person, id: string, last: EpochMs): Absence => ({
  $type: 'Holiday',
  id,
  employeeId: person.id,
  start: { $type: 'LocalDate', date: utcDate(last - 2 * day) },
  end: { $type: 'LocalDate', date: utcDate(last) },
  displayName: 'LABEL-CANARY',
  note: 'NOTE-CANARY',
})

/** A short clocking that is noted in another zone, until somebody sees that it was here, or was none. */
const wronglyNoted = (
  { id: employeeId, zone }: Person,
  id: string,
  start: EpochMs,
  draws: Draws,
): Version<Clocking>[] => {
  const end = start + draws.whole(5, 60) * minute
  const wrong = draws.pick(ahead)
  const there = { startTimeZone: wrong, endTimeZone: wrong }
  const open = { id, employeeId, start: utc(start), end: null, breaks: [], note: null, ...there }
  const over = { ...open, end: utc(end) }
  const right = draws.chance(0.6) ? { ...over, startTimeZone: zone, endTimeZone: zone } : null
  return [
    { from: start, record: open },
    { from: end, record: over },
    { from: end + draws.whole(10, 150) * minute, record: right },
  ]
}

/** Somebody who comes in on the last day of a holiday, which is over by the clock that was noted, and not by the right one. */
export const withWrongZone = (person: Person, { seed, from, to }: Rearranging): Person => {
  const draws = drawsOf('simulation', seed, 'wrong zones', person.id)
  if (!draws.chance(0.6)) return person
  const last = Date.parse(utcDate(from + draws.unit() * (to - from)))
  const holiday = aHoliday(person, idOf(person.id, 'wrong zone', 'holiday'), last)
  const start = last + draws.whole(9 * 60, 17 * 60) * minute
  const clocking = wronglyNoted(person, idOf(person.id, 'wrong zone'), start, draws)
  const shown = <T>(versions: Version<T>[]) => versions.filter((each) => each.from <= to)
  return {
    ...person,
    clockings: new Map([...person.clockings, [idOf(person.id, 'wrong zone'), shown(clocking)]]),
    absences: new Map([
      ...person.absences,
      [holiday.id, [{ from: from - draws.whole(0, 20) * hour, record: holiday }]],
    ]),
  }
}
