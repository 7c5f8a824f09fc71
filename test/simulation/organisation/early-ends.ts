import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, utcDate } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import type { Person, Version } from './history.ts'

const on = (at: EpochMs) => ({ $type: 'LocalDate' as const, date: utcDate(at) })

/** What it turns out to have been, after all: shorter by days, over before it was thought to begin, or on other days. */
const corrected = (absence: Absence, last: EpochMs, draws: Draws): Absence => {
  const first = Date.parse(absence.start.date)
  const earlier = last - draws.whole(3, 6) * day
  return draws.pick<() => Absence>([
    () => ({ ...absence, end: on(earlier) }),
    () => ({ ...absence, end: on(earlier) }),
    () => ({ ...absence, start: on(first - 9 * day), end: on(first - day) }),
    () => ({ ...absence, start: on(last + 20 * day), end: on(last + 22 * day) }),
  ])()
}

/**
 * Somebody who was away for more than a week, of whom it is entered about when that ends that they had been back for days:
 * where no poll asks for absences any more. Now and then that was wrong, or it is deleted instead.
 */
export const withEarlyEnd = (person: Person, { seed, from, to }: Rearranging): Person => {
  const draws = drawsOf('simulation', seed, 'early ends', person.id)
  if (!draws.chance(0.6)) return person
  const id = idOf(person.id, 'early end')
  const last = Date.parse(utcDate(from + draws.unit() * (to - from)))
  const absence: Absence = {
    $type: 'Holiday',
    id,
    employeeId: person.id,
    start: on(last - draws.whole(7, 12) * day),
    end: on(last),
    displayName: 'LABEL-CANARY',
    note: 'NOTE-CANARY',
  }
  const at = last + day + draws.whole(-3, 20) * hour
  const record = draws.chance(0.2) ? null : corrected(absence, last, draws)
  const versions: Version<Absence>[] = [
    { from: from - 20 * day, record: absence },
    { from: at, record },
  ]
  if (draws.chance(0.2)) versions.push({ from: at + draws.whole(1, 9) * hour, record: absence })
  const shown = versions.filter((each) => each.from <= to)
  return { ...person, absences: new Map([...person.absences, [id, shown]]) }
}
