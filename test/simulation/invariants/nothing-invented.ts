import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import {
  isLackedBy,
  isLossDoubtful,
  isMovedAway,
  missingSince,
  removalAfter,
} from '../oracle/missing.ts'
import { epochMs, minute, utc } from '../oracle/moments.ts'
import { type Person, shownWithin, type Versions } from '../organisation/history.ts'
import { asWritten, boundariesOf, isNever, spansOf, zonesOf } from './absence-story.ts'
import { type ClockingView, matches, type Shown } from './clocking-story.ts'
import type { Context, Invariant, Told } from './context.ts'
import { knownBefore } from './known-before.ts'
import { takenBackAlone } from './taken-back.ts'
import { whyNotMember } from './why-not-member.ts'

const asView = ({ start, end, breaks, startTimeZone, endTimeZone, note }: Shown): ClockingView => ({
  isPresent: true,
  isPartial: false,
  texts: { startTimeZone, endTimeZone, note },
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

/** That an absence goes by another clock is told of what was known of it. */
const isByClockAlone = ({ type, data }: Told['event']): boolean =>
  type === 'attendance.absence-amended' && data.changes.every(({ field }) => field === 'timeZone')

/** The facts of these are of the poll itself; of the others, of all that was known by then. */
const isFresh = (event: Told['event']): boolean =>
  /clocked-(in|out)$|break-(started|ended)$|amended$/.test(event.type) && !isByClockAlone(event)

const lookOf = (looks: readonly Look[] | undefined, process: string): Look | undefined =>
  looks?.find(({ poll }) => poll.process === process)

/** Whether an operator had said, before a poll, that what was missing by then is gone. */
const isByWord = ({ observed }: Context, process: string, since: number): boolean => {
  const poll = observed.polls.find((each) => each.process === process)
  return observed.written.some(
    ({ what, at }) =>
      what === `accept loss of shard ${poll?.shardId}` &&
      at >= since &&
      at < (poll?.startedAt ?? Number.NEGATIVE_INFINITY),
  )
}

/** Why something must not be told as gone, or null where it may. */
const whyNotGone = <T extends Clocking | Absence>(
  context: Context,
  { event, origin }: Told,
  kind: 'clockings' | 'absences',
  id: string,
  versions: Versions<T>,
): string | null => {
  const looks = context.looks[kind].get(event.subject) ?? []
  const process = origin?.process ?? ''
  const lacks = (look: Look): boolean => isLackedBy(look, id, versions)
  const missing = missingSince(looks, process, id, lacks)
  if (missing === null) return 'the answer that it is told from need not lack it'
  const { since, last } = missing
  if (last - since < removalAfter - context.tolerance - minute)
    return `missing only from ${utc(since)} to ${utc(last)}`
  if (isByWord(context, process, since)) return null
  const known = (employeeId: string) => knownBefore(context, employeeId, kind, last)
  // Of an answer that is not whole nobody can say what it lacks.
  const isWhole = ({ isSettled }: Look) => isSettled
  return isLossDoubtful(context.people, context.looks[kind], kind, process, known, isWhole)
    ? 'too many have something missing'
    : null
}

const isOf = ({ event: { data } }: Told, id: string): boolean =>
  ('clocking' in data && data.clocking.id === id) || ('absence' in data && data.absence.id === id)

/** Why a fact must not be told, or null where the answers of its poll bear it out. */
const whyNotSo = (context: Context, told: Told, person: Person): string | null => {
  const { data } = told.event
  const ofClocking =
    'clocking' in data ? whyNotOfClocking(context, told, person, data.clocking) : null
  if (ofClocking !== null || !('absence' in data)) return ofClocking
  return whyNotOfAbsence(context, told, person, data.absence)
}

/** What the API may have shown of a record by the time that an event was saved. */
const shownBy = <T>(
  { event, origin }: Told,
  versions: Versions<T>,
  look: Look | undefined,
): (T | null)[] => {
  const [from, to] = [origin?.startedAt ?? 0, origin?.savedAt ?? 0]
  return isFresh(event) ? shownWithin(versions, from - lagOf(look), to) : everShown(versions, to)
}

const whyNotOfClocking = (
  context: Context,
  told: Told,
  person: Person,
  clocking: { id: string } & Shown,
): string | null => {
  const { event, origin } = told
  const { id } = clocking
  const versions = person.clockings.get(id) ?? []
  const look = lookOf(context.looks.clockings.get(person.id), origin?.process ?? '')
  if (event.type === 'attendance.clocking-removed')
    return isMovedAway(look, versions) ? null : whyNotGone(context, told, 'clockings', id, versions)
  const earlier = context
    .toldOfRecords(event)
    .filter((each) => each.event.sequence < event.sequence && isOf(each, id))
  const alone = takenBackAlone(
    told,
    id,
    earlier,
    context.looks.clockings.get(person.id) ?? [],
    context.lookback,
  )
  if (alone !== null) return alone
  const view = asView(clocking)
  const isShown = shownBy(told, versions, look).some((each) => each !== null && matches(view, each))
  return isShown ? null : 'never shown so'
}

const whyNotOfAbsence = (
  context: Context,
  told: Told,
  person: Person,
  absence: { id: string; start: unknown; end: unknown },
): string | null => {
  const { event, origin } = told
  const { type, data } = event
  const versions = person.absences.get(absence.id) ?? []
  const look = lookOf(context.looks.absences.get(person.id), origin?.process ?? '')
  if (type === 'attendance.absence-withdrawn')
    return isMovedAway(look, versions)
      ? null
      : whyNotGone(context, told, 'absences', absence.id, versions)
  if (
    'changes' in data &&
    data.changes.some((each) => asWritten(each.before) === asWritten(each.after))
  )
    return 'nothing but its spelling changed'
  const earlier = context
    .toldOfRecords(event)
    .filter((each) => each.event.sequence < event.sequence && isOf(each, absence.id))
  const looks = context.looks.absences.get(person.id) ?? []
  const alone = takenBackAlone(told, absence.id, earlier, looks, context.lookback)
  if (alone !== null) return alone
  const shown = shownBy(told, versions, look)
  const boundaries = boundariesOf(absence)
  const { start, end } = absence as Absence
  const zones = zonesOf(person, context.plan.homeZone)
  if (type === 'attendance.absence-started' && spansOf({ start, end }, zones).every(isNever))
    return 'it holds for no time'
  if (!shown.some((each) => each !== null && boundariesOf(each) === boundaries))
    return 'never shown so'
  const isWhole = shown.some((each) => each !== null && isAsShown(absence, each))
  return isWhole ? null : 'never shown so in detail'
}

/** Whether an event has of an absence nothing but what the API showed of it at one moment. */
const isAsShown = (told: object, shown: object): boolean => {
  const fields = new Map(Object.entries(shown))
  return Object.entries(told).every(
    ([field, value]) =>
      field === 'timeZone' || asWritten(fields.get(field) ?? null) === asWritten(value),
  )
}

const lagOf = (look: Look | undefined): number =>
  Math.max(0, ...(look?.answers ?? []).map(({ lag }) => (Number.isFinite(lag) ? lag : 0)))

/** Every event says what the API showed, and nothing is told as gone before that is certain. */
export const nothingInvented: Invariant = function* (context) {
  const { told, personOf } = context
  for (const each of told) {
    const { type, subject, sequence, recordedtime } = each.event
    const person = personOf.get(subject)
    const is = `${type} (number ${sequence}, recorded at ${recordedtime})`
    if (person === undefined) {
      yield { employeeId: subject, message: `${type} of somebody unknown` }
      continue
    }
    if (each.origin === undefined) {
      yield { employeeId: subject, message: `${is} was never saved` }
      continue
    }
    const isOfRoster = /employee-(joined|left|changed)$/.test(type)
    const why = isOfRoster ? whyNotMember(context, each, person) : whyNotSo(context, each, person)
    if (why !== null)
      yield { employeeId: subject, message: `${is} must not be told, ${why}: ${each.body}` }
  }
}
