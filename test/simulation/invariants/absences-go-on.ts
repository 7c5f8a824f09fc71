import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { type EpochMs, epochMs, minute, utc } from '../oracle/moments.ts'
import { type Person, shownAt, shownWithin } from '../organisation/history.ts'
import { firstNameOf } from '../organisation/zone-names.ts'
import { isNever, type OfAbsence, spansOf, toldOfAbsences } from './absence-story.ts'
import type { Context, Invariant } from './context.ts'

/** What takes back something published is told once a second answer confirms it, and a poll may go wrong. */
const confirmedBy = 4
const apart = 15 * minute

/** A zone by its first name; what is none is the organisation's. */
const zoneIn = (name: string, { plan }: Context): string =>
  name === 'Not/AZone' ? plan.homeZone : firstNameOf(name)

/** Versions of all clockings of somebody, with the moment from which the API shows something else. */
const spellsOf = ({ clockings }: Person) =>
  [...clockings.values()].flatMap((versions) =>
    versions.flatMap(({ record, from }, n) =>
      record === null ? [] : [{ record, from, until: versions[n + 1]?.from ?? null }],
    ),
  )

/** Whether a poll that asks at a moment asks for a clocking as it was. */
const isInReach = ({ end }: Clocking, at: EpochMs, { lookback }: Context): boolean =>
  end === null || epochMs(end) > at - lookback / 2

/**
 * From when it is known that no clocking says a zone in which some did: all of them were taken back. Null where one still does,
 * where it is the organisation's, or where nobody need see that.
 */
const wrongSince = (
  context: Context,
  person: Person,
  zone: string,
  by: EpochMs,
): EpochMs | null => {
  if (zone === zoneIn(context.plan.homeZone, context)) return null
  const saying = spellsOf(person).filter(
    ({ record }) => zoneIn(record.startTimeZone, context) === zone,
  )
  const ends = saying.map(({ record, until }) =>
    until !== null && until < by && isInReach(record, until, context) ? until : null,
  )
  return ends.length === 0 || ends.includes(null)
    ? null
    : Math.max(...ends.flatMap((at) => at ?? []))
}

/** The zones that somebody may be in from a moment on: of whatever is or will be noted, and of the organisation. */
const zonesSince = (context: Context, person: Person, since: EpochMs): string[] => [
  ...new Set([
    zoneIn(context.plan.homeZone, context),
    ...spellsOf(person)
      .filter(({ until }) => until === null || until > since)
      .map(({ record }) => zoneIn(record.startTimeZone, context)),
  ]),
]

/** Answers about somebody, each of which counts for certain, within a span. */
const sureWithin = (looks: readonly Look[] | undefined, from: EpochMs, to: EpochMs): Look[] =>
  (looks ?? []).filter(
    (look) =>
      look.from > from &&
      look.poll.endedAt < to &&
      look.isSure &&
      look.isWhole &&
      look.isSettled &&
      look.answers.every(({ hidden, lag }) => hidden.size === 0 && lag === 0),
  )

/** Whether answers are enough for what takes something back to be told. */
const areEnough = (looks: readonly Look[]): boolean => {
  const [first, last] = [looks[0], looks.at(-1)]
  return (
    looks.length >= confirmedBy &&
    first !== undefined &&
    last !== undefined &&
    last.from - first.from >= apart
  )
}

/** Until when an absence lasts that stands as it is, wherever somebody may be; null where it does not stand so long. */
const lastsUntil = (
  context: Context,
  person: Person,
  id: string,
  { from, since }: { from: EpochMs; since: EpochMs },
): EpochMs | null => {
  const versions = person.absences.get(id) ?? []
  const standing = shownAt(versions, from)
  if (standing === null) return null
  const spans = spansOf(standing, zonesSince(context, person, since))
  const until = Math.min(...spans.map(({ end }) => end ?? Number.POSITIVE_INFINITY))
  const hasBegun = spans.every((span) => !isNever(span) && span.start < from - context.tolerance)
  const next = versions.find((each) => each.from > from)?.from ?? Number.POSITIVE_INFINITY
  const all = shownWithin(versions, from, Math.min(until, next) - 1)
  return hasBegun && all.length === 1 ? Math.min(until, next) : null
}

const isOver = (told: OfAbsence): boolean => told.event.type === 'attendance.absence-ended'

/**
 * An absence that ended by the clock of a zone that nothing says any more goes on, where it lasts by every clock that may count since.
 */
export const absencesGoOn: Invariant = function* (context) {
  for (const person of context.people)
    for (const [id, events] of toldOfAbsences(context.toldOf(person.id)))
      for (const [n, over] of events.entries()) {
        if (!isOver(over) || over.event.baseline === true) continue
        const zone = zoneIn(over.event.data.absence.timeZone ?? '', context)
        const recorded = epochMs(over.event.recordedtime)
        const wrong = wrongSince(context, person, zone, context.plan.to)
        if (wrong === null) continue
        const since = Math.max(wrong, recorded)
        const until = lastsUntil(context, person, id, { from: recorded - minute, since })
        if (until === null) continue
        const looks = {
          clockings: sureWithin(context.looks.clockings.get(person.id), since, until - minute),
          absences: sureWithin(context.looks.absences.get(person.id), since, until - minute),
        }
        if (!areEnough(looks.clockings) || !areEnough(looks.absences)) continue
        const told = events[n + 1]
        if (told !== undefined && epochMs(told.event.recordedtime) < until) continue
        yield {
          employeeId: person.id,
          message: `absence ${id} ended by ${zone}, which nothing says since ${utc(wrong)}, and lasts until ${utc(until)}`,
        }
      }
}
