import { day, epochMs } from '../../../lib/attendance/moments.ts'
import { type Person, shownWithin, type Versions } from '../organisation/history.ts'
import { boundariesOf } from './absence-story.ts'
import { type ClockingView, matches } from './clocking-story.ts'
import type { Invariant, Told } from './context.ts'

type Shown = Parameters<typeof matches>[1]
/** By process, the ids of the records that its answers lacked by mistake. */
type Hidden = Map<string, Set<string>>

const asView = ({ start, end, breaks }: Shown): ClockingView => ({
  isPresent: true,
  isPartial: false,
  start: epochMs(start),
  end: end === null ? null : epochMs(end),
  breaks: new Map(
    breaks.map((each) => [
      each.id,
      { start: epochMs(each.start), end: each.end === null ? null : epochMs(each.end) },
    ]),
  ),
})

const everShown = <T>(versions: Versions<T>, until: number): (T | null)[] =>
  shownWithin(versions, Number.NEGATIVE_INFINITY, until)

/** The facts of these are of the poll itself; of the others, of all that was known by then. */
const isFresh = (type: string): boolean =>
  /clocked-(in|out)$|break-(started|ended)$|amended$/.test(type)

/**
 * Whether something was gone when the process ran that told so; or, where its own answer was
 * one that lacked it by mistake, at an earlier one: nobody could tell that from two in a row.
 */
const wasGone = <T>(
  versions: Versions<T>,
  from: number,
  to: number,
  isHidden: boolean,
): boolean => {
  const first = versions[0]?.from ?? Number.POSITIVE_INFINITY
  const since = isHidden ? Math.max(first, from - 2 * day) : from
  return shownWithin(versions, since, to).includes(null)
}

/** Whether the API showed what an event says while the process ran that recorded it. */
const isTrue = ({ event, origin }: Told, person: Person, hidden: Hidden): boolean => {
  const isHidden = (id: string): boolean => hidden.get(origin?.process ?? '')?.has(id) ?? false
  const { data, type } = event
  const [from, to] = [origin?.startedAt ?? 0, origin?.savedAt ?? 0]
  const shown = <T>(versions: Versions<T>) =>
    isFresh(type) ? shownWithin(versions, from, to) : everShown(versions, to)
  if (type === 'attendance.employee-joined' || type === 'attendance.employee-changed')
    return shownWithin(person.employment, from, to).some(
      (each) => each?.name.familyName === data.employee.familyName && !each._metadata.isTerminated,
    )
  if (type === 'attendance.employee-left')
    return shownWithin(person.employment, from, to).some(
      (each) => each?._metadata.isTerminated ?? true,
    )
  if ('clocking' in data) {
    const versions = person.clockings.get(data.clocking.id) ?? []
    if (type === 'attendance.clocking-removed')
      return wasGone(versions, from, to, isHidden(data.clocking.id))
    const view = asView(data.clocking)
    return shown(versions).some((each) => each !== null && matches(view, each))
  }
  if (!('absence' in data)) return true
  const versions = person.absences.get(data.absence.id) ?? []
  if (type === 'attendance.absence-withdrawn')
    return wasGone(versions, from, to, isHidden(data.absence.id))
  const boundaries = boundariesOf(data.absence)
  return shown(versions).some((each) => each !== null && boundariesOf(each) === boundaries)
}

/** Every event says what the API showed, and nothing is told as gone that was there. */
export const nothingInvented: Invariant = function* ({ told, personOf, observed }) {
  const hidden: Hidden = new Map(
    observed.answers.map(({ process }) => [process, new Set<string>()]),
  )
  for (const { process, hidden: ids } of observed.answers)
    for (const id of ids) hidden.get(process)?.add(id)
  for (const each of told) {
    const { type, subject, sequence } = each.event
    const person = personOf.get(subject)
    if (person === undefined) yield { employeeId: subject, message: `${type} of somebody unknown` }
    else if (each.origin === undefined)
      yield { employeeId: subject, message: `${type} (number ${sequence}) was never saved` }
    else if (!isTrue(each, person, hidden))
      yield {
        employeeId: subject,
        message: `${type} (number ${sequence}) was not so: ${each.body}`,
      }
  }
}
