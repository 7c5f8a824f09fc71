import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, utc, utcDate } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import type { Person, Versions } from './history.ts'

type Span = Pick<Rearranging, 'seed' | 'from' | 'to'>

/** The id of what nobody has ever seen the id of. */
const farOf = (employeeId: string, kind: 'clocking' | 'absence'): string =>
  idOf(employeeId, 'far', kind)

const aFarClocking = (employeeId: string, from: EpochMs, draws: Draws): Clocking => {
  const start = from - draws.whole(10, 80) * day
  return {
    id: farOf(employeeId, 'clocking'),
    employeeId,
    start: utc(start),
    end: utc(start + draws.whole(1, 9) * hour),
    startTimeZone: 'Europe/London',
    endTimeZone: 'Europe/London',
    breaks: [],
    note: null,
  }
}

const aFarAbsence = (employeeId: string, from: EpochMs, draws: Draws): Absence => {
  const first = from + draws.pick([-1, 1]) * draws.whole(20, 80) * day
  const on = (at: EpochMs) => ({ $type: 'LocalDate' as const, date: utcDate(at) })
  return {
    $type: 'Holiday',
    id: farOf(employeeId, 'absence'),
    employeeId,
    start: on(first),
    end: on(first + draws.whole(0, 9) * day),
    displayName: 'Holiday',
    note: '',
  }
}

/** There all the while, and deleted as the faults end. */
const lasting = <T>(record: T, { from, to }: Span): Versions<T> => [
  { from: from - 90 * day, record },
  { from: to, record: null },
]

/** Somebody of whom there is a clocking and an absence far from now, of which only a look everywhere tells. */
export const withFarRecords = (person: Person, span: Span): Person => {
  const draws = drawsOf('simulation', span.seed, 'far records', person.id)
  if (!draws.chance(0.3)) return person
  const clocking = aFarClocking(person.id, span.from, draws)
  const absence = aFarAbsence(person.id, span.from, draws)
  return {
    ...person,
    clockings: new Map([...person.clockings, [clocking.id, lasting(clocking, span)]]),
    absences: new Map([...person.absences, [absence.id, lasting(absence, span)]]),
  }
}

/** The ids of what never has an id that can be read. */
export const farIdsOf = (employeeId: string): string[] => [
  farOf(employeeId, 'clocking'),
  farOf(employeeId, 'absence'),
]
