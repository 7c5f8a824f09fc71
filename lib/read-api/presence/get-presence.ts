import type * as z from 'zod'
import { epochMs, utc } from '../../attendance/moments.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import { lastReads, readSavedState, type StatePorts } from '../../store/saved-state.ts'
import { mostBytesOfAll, sizeInAnswer } from '../answer-size.ts'
import type { PersonPresence, PresenceAnswer } from '../answers.ts'
import type { Showing } from '../events/shown-events.ts'
import { ReadApiError } from '../problem.ts'
import type { PresenceQuery } from '../requests.ts'
import { type PastPorts, pastPresence } from './past-presence.ts'
import { personNow } from './person-now.ts'

const byId = (a: PersonPresence, b: PersonPresence): number =>
  a.employee.id < b.employee.id ? -1 : 1

/** The people of one answer, and whose is the last, where more follow. */
const pageOf = (
  people: readonly PersonPresence[],
  { after, limit }: Pick<z.infer<typeof PresenceQuery>, 'after' | 'limit'>,
): Pick<PresenceAnswer, 'people' | 'next'> => {
  const rest = people.filter(({ employee }) => after === undefined || employee.id > after)
  let bytes = 0
  const page = rest.slice(0, limit).filter((person, n) => {
    bytes += sizeInAnswer(JSON.stringify(person))
    return n === 0 || bytes <= mostBytesOfAll
  })
  return {
    people: page,
    next: page.length < rest.length ? (page.at(-1)?.employee.id ?? null) : null,
  }
}

const countsOf = (people: readonly PersonPresence[]): PresenceAnswer['counts'] => {
  const of = (presence: PersonPresence['presence']) =>
    people.filter((person) => person.presence === presence).length
  return { in: of('in'), 'on-break': of('on-break'), absent: of('absent') }
}

/**
 * `GET /presence`: who is in, on a break, absent, now or at a past moment.
 * @throws {ReadApiError} 400 where the moment is to come; what `pastPresence` throws
 */
export const getPresence = async (
  { at, ...page }: z.infer<typeof PresenceQuery>,
  ports: StatePorts & PastPorts,
  rules: AttendanceRules,
  showing: Showing,
): Promise<PresenceAnswer> => {
  const now = ports.now()
  const moment = at === undefined ? now : epochMs(at)
  if (moment > now) throw new ReadApiError(400, `at: must not be to come: it is ${utc(now)}`)
  const saved = await readSavedState(ports)
  const people =
    at === undefined
      ? saved.employees.map((state) => personNow(state, rules)).filter((each) => each !== null)
      : await pastPresence(moment, saved, ports, rules, showing)
  const { clockings: asOf } = lastReads(saved.shards)
  return {
    at: utc(moment),
    asOf: asOf === null ? null : utc(asOf),
    uncertain: saved.uncertain,
    counts: countsOf(people),
    ...pageOf(people.toSorted(byId), page),
  }
}
