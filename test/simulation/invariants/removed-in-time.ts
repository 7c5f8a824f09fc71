import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { isLackedBy } from '../oracle/missing.ts'
import { day, type EpochMs, epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { mayBeNameless } from '../oracle/nameless.ts'
import { mayHaveRunOut } from '../oracle/rounds.ts'
import { isEmployedAt, type Person, type Versions } from '../organisation/history.ts'
import type { Context, Invariant, Told } from './context.ts'

type Kind = 'clockings' | 'absences'

/** Of so few people there is never too much missing at once for it to be believed. */
const fewest = 5
/** In so many answers in a row, over so long, what is gone is known to be. */
const enough = 6
const longEnough = 2 * hour
/** Time for the last of them to be put to use. */
const settling = 5 * minute

const isOf = ({ event: { data } }: Told, kind: Kind, id: string): boolean =>
  kind === 'clockings'
    ? 'clocking' in data && data.clocking.id === id
    : 'absence' in data && !('clocking' in data) && data.absence.id === id

/** Whether something is known to be there, so that it is published when it goes. */
const isThere = (last: Told | undefined, kind: Kind): boolean => {
  if (last === undefined) return false
  const { type } = last.event
  return kind === 'clockings'
    ? type !== 'attendance.clocking-removed'
    : type === 'attendance.absence-started'
}

/** Until when a record lasts that was there last, at the earliest; null while it is open. */
const overAt = (record: Clocking | Absence): EpochMs | null => {
  const { end } = record
  if (end === null) return null
  return typeof end === 'string' ? epochMs(end) : Date.parse(end.date)
}

/** Whether an answer must show a record, were it there. */
const isDue = (record: Clocking | Absence, { floor, window, from }: Look, kind: Kind): boolean => {
  const over = overAt(record)
  if (kind === 'absences') return over === null || over > from
  return (
    over === null ||
    window.some(({ range }) => over > Math.max(floor, epochMs(range.from)) + minute)
  )
}

const timesOf = ({ start, end }: Clocking | Absence): string => JSON.stringify([start, end])

/** Whether another record had the same times: of the two either may be what is shown without an id. */
const hasTwin = <T extends Clocking | Absence>(
  id: string,
  last: T,
  histories: ReadonlyMap<string, Versions<T>>,
): boolean =>
  [...histories].some(
    ([other, versions]) =>
      other !== id &&
      versions.some(({ record }) => record !== null && timesOf(record) === timesOf(last)),
  )

/** The questions of polls about somebody that were not answered whole. */
const failedOf = ({ observed }: Context): ReadonlySet<string> =>
  new Set(
    observed.answers
      .filter(({ isComplete, failure }) => !isComplete || failure !== null)
      .map(({ process, employeeId, operation }) => `${process} ${employeeId} ${operation}`),
  )

const late = function* <T extends Clocking | Absence>(
  context: Context,
  person: Person,
  kind: Kind,
  histories: ReadonlyMap<string, Versions<T>>,
  failed: ReadonlySet<string>,
) {
  const looks = context.looks[kind].get(person.id) ?? []
  for (const [id, versions] of histories) {
    const gone = versions.at(-1)
    const last = versions.at(-2)?.record
    if (gone?.record !== null || last == null || hasTwin(id, last, histories)) continue
    const told = context.toldOf(person.id).filter((each) => isOf(each, kind, id))
    let run: Look[] = []
    for (const look of looks.filter(({ from }) => from >= gone.from)) {
      const isTelling =
        look.isSure &&
        look.isSettled &&
        look.isWhole &&
        !mayHaveRunOut(look.poll) &&
        !failed.has(`${look.poll.process} ${person.id} ${kind}`) &&
        isEmployedAt(person, look.from - day) &&
        isEmployedAt(person, look.from) &&
        isLackedBy(look, id, versions) &&
        !mayBeNameless(id, look, looks, histories)
      run = isTelling && (run.length > 0 || isDue(last, look, kind)) ? [...run, look] : []
      const [first] = run
      if (first === undefined || run.length < enough || look.from - first.from < longEnough)
        continue
      const known = told.findLast(({ at }) => at <= look.to + settling)
      if (isThere(known, kind) && (kind === 'clockings' || isDue(last, look, kind)))
        yield {
          employeeId: person.id,
          message: `${id} was gone at ${utc(first.from)}, and not told as that by ${utc(look.to)}`,
        }
      break
    }
  }
}

/** What is gone is told as soon as it can be known, whatever else of that person cannot be read: where few people are polled. */
export const removedInTime: Invariant = function* (context) {
  if (context.people.length >= fewest) return
  const failed = failedOf(context)
  for (const person of context.people) {
    yield* late(context, person, 'clockings', person.clockings, failed)
    yield* late(context, person, 'absences', person.absences, failed)
  }
}
