import { epochMs, minute } from '../oracle/moments.ts'
import type { Person } from '../organisation/history.ts'
import { firstNameOf } from '../organisation/zone-names.ts'
import { toldOfAbsences } from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Context, Invariant, Told } from './context.ts'

type Known = { start: string; startTimeZone: string }

/** The clockings that subscribers know of in the end, by id. */
const knownClockings = (told: readonly Told[]): Map<string, Known> => {
  const known = new Map<string, Known>()
  for (const { event } of told) {
    if (!('clocking' in event.data)) continue
    const { id, start, startTimeZone } = event.data.clocking
    if (event.type === 'attendance.clocking-removed') known.delete(id)
    else known.set(id, { start, startTimeZone })
  }
  return known
}

/** Whether whatever somebody clocked was told, and then told as removed. */
const isAllTold = ({ clockings }: Person, told: readonly Told[]): boolean => {
  const ids = new Set(
    told.flatMap(({ event }) => ('clocking' in event.data ? [event.data.clocking.id] : [])),
  )
  return ids.size > 0 && [...clockings.keys()].every((id) => ids.has(id))
}

/**
 * The zone of the clocking that began last, and home where all were removed; null where subscribers need not know which that is: before one that is moved
 * there may be one that is forgotten.
 */
const zoneByClockings = (
  { baselineAt, plan }: Context,
  person: Person,
  told: readonly Told[],
): string | null => {
  const clockings = [...knownClockings(told).values()]
  if (clockings.length === 0) return isAllTold(person, told) ? plan.homeZone : null
  const newest = Math.max(...clockings.map(({ start }) => epochMs(start)))
  const [last, other] = clockings.filter(({ start }) => epochMs(start) === newest)
  if (last === undefined || other !== undefined || newest <= baselineAt) return null
  return last.startTimeZone === 'Not/AZone' ? plan.homeZone : last.startTimeZone
}

/** In the end an absence that lasts goes by the clock of where its employee is, for all that subscribers know. */
export const absencesByTheirClock: Invariant = function* (context) {
  const { people, plan, looks, toldOf } = context
  for (const person of people) {
    const employeeId = person.id
    const last = looks.clockings.get(employeeId)?.findLast(({ isSure }) => isSure)
    if (last === undefined || last.poll.endedAt < plan.to + 60 * minute) continue
    const told = toldOf(employeeId)
    const zone = zoneByClockings(context, person, told)
    if (zone === null) continue
    const events = toldOfAbsences(told)
    for (const [id, story] of absenceStoriesOf(context, employeeId)) {
      const timeZone = events.get(id)?.at(-1)?.event.data.absence.timeZone
      const isLasting = story.at(-1)?.every(({ phase }) => phase === 'started')
      if (isLasting && firstNameOf(timeZone ?? '') !== firstNameOf(zone))
        yield { employeeId, message: `absence ${id} goes by ${timeZone}, its employee by ${zone}` }
    }
  }
}
