import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { eventIn } from '../oracle/event-in.ts'
import { type Look, looksOf } from '../oracle/looks.ts'
import { type EpochMs, hour, minute, second } from '../oracle/moments.ts'
import { eitherSound, type Round, roundsOf } from '../oracle/rounds.ts'
import type { Person } from '../organisation/history.ts'
import type { Plan } from '../scenario.ts'
import type { Observed, Origin } from '../system/observed.ts'

/** A promise that was not kept. */
export type Violation = {
  invariant: string
  employeeId: string | null
  message: string
}

/** A run as it was: the truth, and what an observer saw. */
export type RunToCheck = {
  people: readonly Person[]
  plan: Plan
  observed: Observed
  end: EpochMs
}

/** An event as it was published first. */
export type Told = { event: AttendanceEvent; body: string; at: EpochMs; origin: Origin | undefined }

/** All that the checks go by. */
export type Context = RunToCheck & {
  personOf: ReadonlyMap<string, Person>
  /** Every event once. */
  told: readonly Told[]
  /** The events of each employee in the order of their numbers. */
  toldOf: (employeeId: string) => readonly Told[]
  /** Those of them that are about a clocking or an absence of an event, or like it about whether they are employed, itself included. */
  toldOfRecords: (event: AttendanceEvent) => readonly Told[]
  /** Whether somebody was on the first roster, so that what was so before it is no news. */
  isBaselined: (employeeId: string) => boolean
  baselineAt: EpochMs
  /** Every poll, in the order in which they ended, as it was answered about clockings. */
  rounds: readonly Round[]
  /** Likewise about absences. */
  absenceRounds: readonly Round[]
  /** What each person's polls were answered, in order. */
  looks: Record<'clockings' | 'absences', ReadonlyMap<string, readonly Look[]>>
  /** How far the clocks of two machines may be apart, in milliseconds. */
  tolerance: number
  /** The shortest lookback of the run, in milliseconds. */
  lookback: number
}

export type Invariant = (context: Context) => Iterable<Omit<Violation, 'invariant'>>

const firstOfEach = ({ deliveries, origins }: Observed): Told[] => {
  const told = new Map<string, Told>()
  for (const { at, message } of deliveries) {
    const event = eventIn(message)
    if (!told.has(event.id))
      told.set(event.id, { event, at, body: message.body, origin: origins.get(event.id) })
  }
  return [...told.values()]
}

const inOrder = (a: Told, b: Told): number => (a.event.sequence < b.event.sequence ? -1 : 1)

const bySubject = (told: readonly Told[]): Map<string, Told[]> => {
  const grouped = new Map<string, Told[]>()
  for (const each of told) {
    const others = grouped.get(each.event.subject) ?? []
    others.push(each)
    grouped.set(each.event.subject, others)
  }
  for (const each of grouped.values()) each.sort(inOrder)
  return grouped
}

/** The clocking or the absence, or both, that an event is about; or the employee, where it is about whether they are one. */
const recordsOf = ({ type, subject, data }: AttendanceEvent): string[] => [
  ...(/employee-(joined|left)$/.test(type) ? [subject] : []),
  ...('clocking' in data ? [data.clocking.id] : []),
  ...('absence' in data ? [data.absence.id] : []),
]

/** The events about each record of each employee, in the order of their numbers. */
const byRecord = (ofEach: ReadonlyMap<string, readonly Told[]>): Context['toldOfRecords'] => {
  const grouped = new Map<string, Told[]>()
  const keysOf = (event: AttendanceEvent): string[] =>
    recordsOf(event).map((id) => `${event.subject} ${id}`)
  for (const each of [...ofEach.values()].flat())
    for (const key of keysOf(each.event)) {
      const others = grouped.get(key)
      if (others === undefined) grouped.set(key, [each])
      else others.push(each)
    }
  return (event) => {
    const [first, ...others] = keysOf(event).map((key) => grouped.get(key) ?? [])
    if (first === undefined || others.length === 0) return first ?? []
    return [...new Set([...first, ...others.flat()])].sort(inOrder)
  }
}

const isMembership = ({ event }: Told): boolean =>
  event.type === 'attendance.employee-joined' || event.type === 'attendance.employee-left'

export const createContext = (run: RunToCheck): Context => {
  const told = firstOfEach(run.observed)
  const grouped = bySubject(told)
  const rounds = roundsOf(run.people, run.observed)
  const toldOf = (employeeId: string): readonly Told[] => grouped.get(employeeId) ?? []
  const firstOfMembership = new Map(
    [...grouped].map(([employeeId, all]) => [employeeId, all.find(isMembership)?.event]),
  )
  return {
    ...run,
    personOf: new Map(run.people.map((person) => [person.id, person])),
    told,
    toldOf,
    toldOfRecords: byRecord(grouped),
    isBaselined: (employeeId) => {
      const first = firstOfMembership.get(employeeId)
      return first?.type !== 'attendance.employee-joined' || first.baseline === true
    },
    baselineAt:
      run.observed.baselineAt === null
        ? Number.NEGATIVE_INFINITY
        : Date.parse(run.observed.baselineAt),
    rounds: rounds.clockings,
    absenceRounds: rounds.absences,
    looks: {
      clockings: looksOf(run.observed, rounds.clockings, 'clockings'),
      absences: looksOf(run.observed, eitherSound(rounds), 'absences'),
    },
    tolerance: run.plan.clocksAreOff ? 4 * minute + 2 * second : 2 * second,
    lookback: hour * Math.min(...run.plan.deployments.map((each) => each.deployment.lookbackHours)),
  }
}
