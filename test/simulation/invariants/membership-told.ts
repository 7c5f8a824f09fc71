import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { believedRosters } from '../oracle/rosters.ts'
import { isEmployedAt, shownAt } from '../organisation/history.ts'
import type { Observed } from '../system/observed.ts'
import type { Invariant } from './context.ts'

/** Whether so much of somebody waited for SNS at the last roster that an item had no room: no more is told until it takes some. */
const withoutRoom = (observed: Observed): ((id: string) => boolean) => {
  const last = believedRosters(observed.answers, observed.written).at(-1)
  const begunAt = observed.refreshes.find(({ process }) => process === last?.process)?.startedAt
  const moments = last === undefined ? [] : [begunAt ?? last.to, last.to]
  const waiting = waitingAt(observed)
  return (id) => moments.some((at) => areMany(waiting(id, at)))
}

/**
 * The names by which somebody may be known without a word: of the first roster, which may be tried for long before everyone
 * on it is saved; of whom that could not be read, of the first on which they could.
 */
const firstNames = (employeeId: string, { answers, written }: Observed): string[] => {
  const believed = believedRosters(answers, written)
  const first = believed[0]?.broken.has(employeeId)
    ? believed.find(({ shown }) => shown.has(employeeId))
    : believed[0]
  const shown = answers.flatMap(({ operation, from, records }) => {
    const record = records.get(employeeId)
    const isUpToFirst = operation === 'employees' && first !== undefined && from <= first.to
    return isUpToFirst && record !== undefined && 'employment' in record
      ? [(record as Employee).name.familyName]
      : []
  })
  return [...new Set(shown)]
}

/** Nobody joins twice or leaves twice, and in the end who is a member is who is employed, by the name that was told last. */
export const membershipTold: Invariant = function* ({
  people,
  observed,
  toldOf,
  isBaselined,
  end,
}) {
  const isWithoutRoom = withoutRoom(observed)
  // An empty roster is never believed, so that of whoever is the last to leave nobody is told.
  const isAnybodyLeft = people.some((person) => isEmployedAt(person, end))
  for (const { id, employment } of people) {
    let isMember = isBaselined(id) && toldOf(id)[0]?.event.baseline !== true
    const names = new Map<string, unknown>()
    const [firstName, otherName] = firstNames(id, observed)
    if (isMember && firstName !== undefined && otherName === undefined)
      names.set('familyName', firstName)
    for (const { event } of toldOf(id)) {
      if (event.type === 'attendance.employee-joined') {
        if (isMember) yield { employeeId: id, message: 'joined twice' }
        isMember = true
        names.clear()
        names.set('familyName', event.data.employee.familyName)
      }
      if (event.type === 'attendance.employee-left') {
        if (!isMember) yield { employeeId: id, message: 'left twice' }
        isMember = false
      }
      if (event.type === 'attendance.employee-changed')
        for (const { field, before, after } of event.data.changes) {
          if (names.has(field) && names.get(field) !== before)
            yield { employeeId: id, message: `${field} was not ${before}` }
          names.set(field, after)
        }
    }
    const record = shownAt(employment, end)
    const isEmployed = record !== null && !record._metadata.isTerminated
    const wasSeen = toldOf(id).length > 0 || isEmployed
    if (wasSeen && isMember !== isEmployed && isAnybodyLeft && !isWithoutRoom(id))
      yield { employeeId: id, message: isEmployed ? 'never told as joined' : 'never told as left' }
    if (isEmployed && names.has('familyName') && names.get('familyName') !== record.name.familyName)
      yield { employeeId: id, message: 'the last name that was told is not theirs' }
  }
}
