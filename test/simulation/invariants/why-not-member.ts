import { removalAfter } from '../oracle/missing.ts'
import { type EpochMs, minute, utc } from '../oracle/moments.ts'
import { doAgree } from '../oracle/readings.ts'
import { believedRosters, missedBy, thatTellOf } from '../oracle/rosters.ts'
import { shardsOf } from '../oracle/rounds.ts'
import type { Served } from '../oracle/served.ts'
import { couldRead, recordsOf } from '../oracle/versions.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import type { Context, Told } from './context.ts'

const isOn = ({ records, broken }: Served, id: string): boolean => records.has(id) || broken.has(id)

/**
 * Whether somebody was a member at a moment, as subscribers know it: who was on the first roster, and is not announced,
 * since they were written down. The first roster may be tried for days before everyone on it is saved.
 */
const isMember = (context: Context, { id }: Person, by: EpochMs): boolean => {
  const told = context.toldOf(id).filter(({ event }) => /employee-(joined|left)$/.test(event.type))
  const latest = told.findLast(({ origin }) => (origin?.savedAt ?? 0) < by)?.event
  if (latest !== undefined) return latest.type === 'attendance.employee-joined'
  const isAnnounced = told[0]?.event.type === 'attendance.employee-joined'
  const { since = Number.POSITIVE_INFINITY } = shardsOf(context.observed).get(id) ?? {}
  return !isAnnounced && since < by
}

/**
 * Whether a refresh could read what is kept of somebody: else it counts for nothing, and writes nothing down. Whom it saved it had read,
 * be it before it asked for the roster.
 */
const couldBeRead = (
  { observed }: Context,
  { id }: Pick<Person, 'id'>,
  roster: Pick<Served, 'process' | 'from' | 'to'>,
): boolean => {
  const isSaved = observed.written.some(
    ({ process, what, isTaken }) =>
      process === roster.process && isTaken && what.startsWith(`save ${id} `),
  )
  const isUnreadable = observed.troubles.unreadableItems.some(
    (each) => each.id === id && each.from <= roster.to && each.to >= roster.from,
  )
  return isSaved || (couldRead(observed, roster.process, recordsOf(id), roster) && !isUnreadable)
}

/** From so many on, and from such a share, the loss of members is not believed. */
const many = 10
const short = 0.2

/** Of fewer members, so many. */
const fewest = 5

/** Whether a roster is empty, or lacks clearly more than may leave at once. */
const isShort = (context: Context, listed: readonly Served[], roster: Served): boolean => {
  const members = context.people.filter(
    (person) => isMember(context, person, roster.from) && couldBeRead(context, person, roster),
  )
  const lost = members.filter(({ id }) => !listed.some((each) => isOn(each, id))).length
  const isEmpty = listed.every(({ records, broken }) => records.size + broken.size === 0)
  return isEmpty || (members.length >= many ? lost > short * members.length : lost >= fewest)
}

/** Why membership must not be told so, or null where the rosters bear it out. */
export const whyNotMember = (
  context: Context,
  { event, origin }: Told,
  person: Person,
): string | null => {
  const { data, type } = event
  const process = origin?.process ?? ''
  const listed = context.observed.answers.filter(
    (each) => each.operation === 'employees' && each.process === process && each.isComplete,
  )
  if (type !== 'attendance.employee-left') {
    const [from, to] = [origin?.startedAt ?? 0, origin?.savedAt ?? 0]
    const lag = Math.max(0, ...listed.map((each) => each.lag))
    const isSo = shownWithin(person.employment, from - lag, to).some(
      (each) => each?.name.familyName === data.employee.familyName && !each._metadata.isTerminated,
    )
    return isSo && listed.some(({ records }) => records.has(person.id)) ? null : 'not on the roster'
  }
  const [own] = listed
  if (own === undefined || listed.some((each) => isOn(each, person.id)))
    return 'on the roster of that refresh'
  if (!doAgree(listed)) return 'no two readings of the roster agree'
  // An operator's word is enough.
  const refresh = context.observed.refreshes.find((each) => each.process === process)
  if (refresh?.acceptsLoss === true) return null
  if (isShort(context, listed, own)) return 'too many are missing from the roster'
  // The one on which they were last, and the first after it on which they were not: of those that
  // could be recorded.
  const { answers, written } = context.observed
  const missed = missedBy(context.observed, person.id)
  const before = thatTellOf(person.id, believedRosters(answers, written, person.id)).filter(
    (each) =>
      each.to <= own.from &&
      each.process !== process &&
      !missed.has(each.process) &&
      !each.nameless.has(person.id) &&
      couldBeRead(context, person, each),
  )
  const lastShown = before.findLastIndex(
    ({ shown, broken }) => shown.has(person.id) || broken.has(person.id),
  )
  const firstWithout = before[lastShown + 1]
  if (firstWithout === undefined) return 'missing from one refresh'
  return own.from - firstWithout.from < removalAfter - context.tolerance - minute
    ? `missing only since ${utc(firstWithout.from)}`
    : null
}
